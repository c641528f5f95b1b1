import { commandLine } from './command-line.ts'

const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `Dewlight needs Node 24 or newer and was started with ${process.version}. Use "${commandLine('start')}", which brings its own.`,
  )
  process.exit(1)
}

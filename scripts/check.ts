/** `npm run check`: the scripts `check:*`, in parallel. Prints the output of those that fail, and the time of each. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** The slowest first. */
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))

const queue = [...checks]
const started = performance.now()
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runQueue))
console.log(`${seconds(started)} s in all`)

async function runQueue(): Promise<void> {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const start = performance.now()
    const { isPassed, output } = await run(scripts[name]!)
    if (!isPassed) {
      process.exitCode = 1
      console.log(output.trimEnd())
    }
    console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${seconds(start).padStart(5)} s  ${name}`)
  }
}

function run(command: string): Promise<{ isPassed: boolean; output: string }> {
  return new Promise((resolve) => {
    const options = { shell: true, maxBuffer: Number.POSITIVE_INFINITY }
    execFile(command, options, (error, stdout, stderr) => resolve({ isPassed: !error, output: stdout + stderr }))
  })
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

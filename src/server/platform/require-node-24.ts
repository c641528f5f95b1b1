const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `Dewlight needs Node 24 or newer and was started with ${process.version}. Use "npm start", which brings its own.`,
  )
  process.exit(1)
}

export {}

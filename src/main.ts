import './server/platform/require-node-24.ts'
import './server/platform/env-file.ts'
import './server/platform/umask.ts'
import path from 'node:path'

// Imported only now: the database driver crashes an older Node before it can say a word.
const { run } = await import('./run.ts')
const dist = path.resolve(import.meta.dirname, '..')
await run({
  entry: import.meta.filename,
  threadsDir: import.meta.dirname,
  clientDir: path.join(dist, 'client'),
  demoDir: path.join(dist, 'demo'),
})

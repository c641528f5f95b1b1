/** A start up to the point where it would listen, as a process that a test can kill. It holds the folder until its input ends. */
import { pino } from 'pino'
import { seedDemo } from '../demo/seed/seed-demo.ts'
import { prepareData } from '../src/server/app/prepare-data.ts'
import { lockDataFolder } from '../src/server/platform/cluster/lock-data-folder.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { connect } from '../src/server/platform/db/connect.ts'

try {
  const config = readConfig(process.env)
  const log = pino({ level: 'info' })
  await lockDataFolder(config, log)
  const db = connect(config)
  await prepareData(db, {
    config,
    log,
    seedDemo: (on, options) => seedDemo(on, { ...options, demoDir: 'demo', hasClicks: false }),
  }).finally(() => db.destroy())
  console.log('prepared')
  process.stdin.resume()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * `npm run test:faults`: repeatedly kills the built site under 200 writes a second of four kinds, and checks after each
 * restart that every acknowledged write exists completely and once, and a change of password that was cut off as well.
 * `-- --rounds 100` (about 5 s each); `-- --postgres` on PostgreSQL, where it alternates between killing the site,
 * terminating its connections and crashing the server.
 * Other scenarios: `-- --disk-full` on a small tmpfs (needs permission to mount); `-- --clock` with a clock that jumps by
 * hours and days; `-- --broken` with a read-only data folder, a corrupt database and deleted images; `-- --restore`
 * compares the pages of a backup made under load byte for byte; `-- --flood` with thousands of made-up addresses, a change
 * by hand in the database and a worker that does not run; `-- --workers` kills and pauses workers under load and counts
 * the requests that fail. All but `--disk-full` and `--broken` accept `--postgres`.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../postgres.ts'
import { breakTheData } from './broken-data.ts'
import { createChecks } from './checks.ts'
import { shiftTheClock } from './clock.ts'
import { fillTheDisk } from './disk-full.ts'
import { flood } from './flood.ts'
import { killAgainAndAgain } from './kills.ts'
import { restoreElsewhere } from './restore.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { faultWorkers } from './worker-faults.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
    'disk-full': { type: 'boolean', default: false },
    clock: { type: 'boolean', default: false },
    broken: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
    flood: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
  },
})
const folder = makeScratchFolder()
const dataDir = path.join(folder, 'data')
mkdirSync(dataDir)
const postgres = values.postgres ? await startPostgres() : undefined
if (postgres) console.log(postgres.sentence)
const checks = createChecks()
const scenario = { folder, dataDir, databaseUrl: postgres?.url, checks }

try {
  if (values['disk-full']) await fillTheDisk(scenario)
  else if (values.clock) await shiftTheClock(scenario)
  else if (values.broken) await breakTheData(scenario)
  else if (values.restore) await restoreElsewhere(scenario)
  else if (values.flood) await flood(scenario)
  else if (values.workers) await faultWorkers(scenario)
  else await killAgainAndAgain({ ...scenario, postgres, rounds: Number(values.rounds) })
} finally {
  await postgres?.stop()
}
console.log(checks.failures() === 0 ? 'Nothing was lost.' : `${checks.failures()} checks failed.`)
process.exitCode = checks.failures() > 0 ? 1 : 0

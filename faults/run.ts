/**
 * `npm run test:faults`: kills the built site again and again while it takes 200 writes a second of four kinds, and looks
 * after each restart whether everything that it acknowledged is there, whole and once. `-- --rounds 100` (about 5 s each);
 * `-- --postgres` on PostgreSQL, where in turn the site is killed, its connections are cut and the server crashes.
 * Instead of that: `-- --disk-full` on a small disk in memory (needs the right to mount one); `-- --clock` with a clock that
 * jumps by hours and days; `-- --broken` with a data folder that cannot be written to, a damaged database and lost images; `-- --restore` compares the pages of
 * a backup that was made under load with those it was made of, byte for byte. `--clock` and `--restore` take `--postgres`.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { breakTheData } from './broken-data.ts'
import { shiftTheClock } from './clock.ts'
import { fillTheDisk } from './disk-full.ts'
import { killAgainAndAgain } from './kills.ts'
import { restoreElsewhere } from './restore.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { createVerdicts } from './verdicts.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
    'disk-full': { type: 'boolean', default: false },
    clock: { type: 'boolean', default: false },
    broken: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
  },
})
const folder = makeScratchFolder()
const dataDir = path.join(folder, 'data')
mkdirSync(dataDir)
const postgres = values.postgres ? await startPostgres() : undefined
if (postgres) console.log(postgres.sentence)
const verdicts = createVerdicts()
const play = { folder, dataDir, databaseUrl: postgres?.url, verdicts }

try {
  if (values['disk-full']) await fillTheDisk(play)
  else if (values.clock) await shiftTheClock(play)
  else if (values.broken) await breakTheData(play)
  else if (values.restore) await restoreElsewhere(play)
  else await killAgainAndAgain({ ...play, postgres, rounds: Number(values.rounds) })
} finally {
  await postgres?.stop()
}
console.log(verdicts.failures() === 0 ? 'Nothing was lost.' : `${verdicts.failures()} checks failed.`)
process.exitCode = verdicts.failures() > 0 ? 1 : 0

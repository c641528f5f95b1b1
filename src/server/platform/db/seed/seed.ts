import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { type Config, ConfigError } from '../../config.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { connect } from '../connect.ts'
import { isEmpty } from '../is-empty.ts'
import { migrateToLatest } from '../migrate.ts'
import { seedDemo } from './seed-demo.ts'
import { seedLarge } from './seed-large.ts'

export type SeedChoices = {
  isLarge: boolean
  scale: number
  /** Throws away whatever the database holds. */
  replaces: boolean
}

/** Reads what stands behind `npm run seed --`. Throws `ConfigError` for what is no choice. */
export function readSeedChoices(args: string[]): SeedChoices {
  const choices: SeedChoices = { isLarge: false, scale: 1, replaces: false }
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--large') choices.isLarge = true
    else if (args[i] === '--replace') choices.replaces = true
    else if (args[i] === '--scale') choices.scale = readScale(args[++i])
    else throw new ConfigError(`"${args[i]}" is not known. There are --large, --scale 0.01 and --replace.`)
  }
  return choices
}

/** `npm run seed`: the demo, or far more of it, into the database of the configuration. */
export async function runSeed(config: Config, choices: SeedChoices, say: (line: string) => void): Promise<void> {
  if (config.isPublic) throw new ConfigError('SITE_URL is set: a public site gets no demo content.')
  if (choices.replaces) await dropEverything(config)
  const db = connect(config)
  try {
    await migrateToLatest(db)
    if (!(await isEmpty(db)))
      throw new ConfigError(
        'The database holds content already, so nothing was changed. Name another DATA_DIR or DATABASE_URL, or throw the content away with --replace.',
      )
    // Room for the indexes of millions of rows; it goes with the connection.
    if (!config.databaseUrl) await sql`pragma cache_size = -600000`.execute(db)
    const begun = performance.now()
    const options = { media: openStorage(config), today: new Date() }
    const onStep = (step: string) => say(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${step}`)
    if (choices.isLarge) await seedLarge(db, { ...options, scale: choices.scale, onStep })
    else await seedDemo(db, options)
    // PostgreSQL does this by itself within a minute; whoever measures does not wait.
    if (config.databaseUrl) await sql`analyze`.execute(db)
    onStep('done')
  } finally {
    await db.destroy()
  }
}

async function dropEverything(config: Config): Promise<void> {
  if (!config.databaseUrl) {
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(config.dataDir, `dewlight.db${end}`), { force: true })
    return
  }
  const db = connect(config)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
}

function readScale(text: string | undefined): number {
  const scale = Number(text)
  if (!text || !(scale > 0 && scale <= 10))
    throw new ConfigError(`--scale needs a number above 0, up to 10, not "${text ?? ''}".`)
  return scale
}

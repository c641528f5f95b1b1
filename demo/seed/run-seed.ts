import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { type Config, ConfigError } from '../../src/server/platform/config.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { isEmpty } from '../../src/server/platform/db/is-empty.ts'
import { migrateToLatest } from '../../src/server/platform/db/migrate.ts'
import { openStorage } from '../../src/server/platform/storage/open-storage.ts'
import { seedDemo } from './seed-demo.ts'
import { seedLarge } from './seed-large.ts'

export type SeedArguments = {
  isLarge: boolean
  scale: number
  /** Deletes everything in the database first. */
  replaces: boolean
}

/** Parses the arguments of `npm run seed --`. Throws `ConfigError` for an unknown one. */
export function readSeedArguments(args: string[]): SeedArguments {
  const parsed: SeedArguments = { isLarge: false, scale: 1, replaces: false }
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--large') parsed.isLarge = true
    else if (args[i] === '--replace') parsed.replaces = true
    else if (args[i] === '--scale') parsed.scale = readScale(args[++i])
    else throw new ConfigError(`"${args[i]}" is not known. There are --large, --scale 0.01 and --replace.`)
  }
  return parsed
}

/** `npm run seed`: the demo or the large seed into the configured database. */
export async function runSeed(
  config: Config,
  { isLarge, scale, replaces, demoDir }: SeedArguments & { demoDir: string },
  print: (line: string) => void,
): Promise<void> {
  if (config.isPublic) throw new ConfigError('SITE_URL is set: a public site gets no demo content.')
  if (replaces) await dropEverything(config)
  const db = connect(config)
  try {
    await migrateToLatest(db)
    if (!(await isEmpty(db)))
      throw new ConfigError(
        'The database holds content already, so nothing was changed. Name another DATA_DIR or DATABASE_URL, or throw the content away with --replace.',
      )
    // Cache for the indexes of millions of rows, for this connection only.
    if (!config.databaseUrl) await sql`pragma cache_size = -600000`.execute(db)
    const startedAt = performance.now()
    const options = { media: openStorage(config), today: new Date(), demoDir }
    const onStep = (step: string) => print(`${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${step}`)
    if (isLarge) await seedLarge(db, { ...options, scale, onStep })
    else await seedDemo(db, options)
    // Autovacuum does this within a minute, too late for a benchmark that starts now.
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

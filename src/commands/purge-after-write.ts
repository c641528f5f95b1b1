import { queueCdnPurges } from '../server/platform/cdn/cdn-purges.repo.ts'
import { purgeRunningSite } from '../server/platform/cluster/remote-purges.ts'
import { commandLine } from '../server/platform/command-line.ts'
import type { Config } from '../server/platform/config.ts'
import { connect } from '../server/platform/db/connect.ts'
import { isCurrent } from '../server/platform/db/migrate.ts'
import { ALL_PAGES } from '../server/platform/delivery/surrogate-keys.ts'

/** Makes a running site and its CDN show what a command has written. The command has succeeded already, so a failure is a warning. */
export async function purgeAfterWrite(config: Config): Promise<void> {
  await purgeEverything(config).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : error
    console.error(
      `A running site may show this only after ten minutes${config.cdn ? ', its CDN after an hour' : ''}; \`${commandLine('purge')}\` tries again. (${reason})`,
    )
  })
}

/** Purges the pages of a running site, and queues the purge of its CDN, which the site sends now or when it is started. */
export async function purgeEverything(config: Config): Promise<void> {
  await purgeRunningSite(config)
  if (!config.cdn) return
  const db = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    await queueCdnPurges(db, [ALL_PAGES], new Date().toISOString())
  } finally {
    await db.destroy()
  }
}

import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createPgNotify, notifyHosts } from '../db/pg-notify.ts'
import type { OtherHosts } from './coordinator.ts'
import { watchPurgeFile, writePurgeFile } from './purge-file.ts'

type Database = Pick<Config, 'databaseUrl' | 'dataDir'>

export type RemotePurges = OtherHosts & { close(): Promise<void> }

/** Purges for changes that other hosts or a command made in the database of this site. */
export function openRemotePurges({ databaseUrl, dataDir }: Database, log: Logger): RemotePurges {
  const onError = (error: unknown) => log.warn({ err: error }, 'changes made elsewhere may show late')
  if (databaseUrl) return createPgNotify(databaseUrl, onError)
  // All processes of a SQLite site run on this machine and reach each other through the bus.
  return { ...watchPurgeFile(dataDir, onError), broadcast: async () => {} }
}

/** Makes the processes that serve this database purge all cached responses, on every host. */
export function purgeRunningSite({ databaseUrl, dataDir }: Database): Promise<void> {
  return databaseUrl ? notifyHosts(databaseUrl, '') : writePurgeFile(dataDir)
}

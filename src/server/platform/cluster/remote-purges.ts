import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createPgNotify, notifyHosts } from '../db/pg-notify.ts'
import { PURGE_ALL } from '../db/purge-notices.ts'
import type { OtherHosts } from './coordinator.ts'
import { watchPurgeFile, writePurgeFile } from './purge-file.ts'

type Database = Pick<Config, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>

export type RemotePurges = OtherHosts & { close(): Promise<void> }

/** Purges for changes that other hosts or a command made in the database of this site. */
export function openRemotePurges({ databaseListenUrl, dataDir }: Database, log: Logger): RemotePurges {
  if (databaseListenUrl) {
    return createPgNotify(databaseListenUrl, {
      onLost: (error) =>
        log.warn({ err: error }, 'changes made on other machines are not announced: pages are not kept until they are'),
      onFound: () => log.info('changes made on other machines are announced again'),
    })
  }
  // All processes of a SQLite site run on this machine and reach each other through the bus.
  const onError = (error: unknown) => log.warn({ err: error }, 'changes made by a command may show late')
  return { ...watchPurgeFile(dataDir, onError), onSync: (onSync) => onSync(true) }
}

/** Makes the processes that serve this database purge all cached responses, on every host. */
export function purgeRunningSite({ databaseUrl, dataDir }: Database): Promise<void> {
  return databaseUrl ? notifyHosts(databaseUrl, PURGE_ALL) : writePurgeFile(dataDir)
}

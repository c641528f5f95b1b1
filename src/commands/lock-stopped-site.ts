import type { Config } from '../server/platform/config.ts'
import { lockFolder } from '../server/platform/db/folder-lock.ts'

/** Until this process ends no server starts on the folder. The servers of a PostgreSQL site may be on any host. */
export async function lockStoppedSite({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  if (!(await lockFolder(dataDir))) throw new Error(`The site is running on ${dataDir}. Stop it first.`)
}

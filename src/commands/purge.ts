import { readConfig } from '../server/platform/config.ts'
import { purgeEverything } from './purge-after-write.ts'

/**
 * Makes the running site and its CDN drop all cached pages, after a change by hand in the database. On PostgreSQL it reaches every
 * machine.
 */
export async function purge(_args: string[]): Promise<void> {
  await purgeEverything(readConfig(process.env))
  console.log('A running site drops its cached pages within a second.')
}

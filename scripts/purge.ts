/**
 * `npm run purge`: makes the running site drop all cached pages, after a change by hand in the database. On PostgreSQL it
 * reaches every machine.
 */
import '../src/server/platform/require-node-24.ts'

try {
  // Imported after the check: the database driver crashes an older Node.
  const { purgeRunningSite } = await import('../src/server/platform/cluster/remote-purges.ts')
  const { readConfig } = await import('../src/server/platform/config.ts')
  await purgeRunningSite(readConfig(process.env))
  console.log('A running site drops its cached pages within a second.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { purgeRunningSite } from '../src/server/platform/cluster/remote-purges.ts'
import type { Config } from '../src/server/platform/config.ts'

/** Makes a running site show what a command has written. The command has succeeded already, so a failure is a warning. */
export async function purgeAfterWrite(config: Config): Promise<void> {
  await purgeRunningSite(config).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : error
    console.error(`A running site may show this only after ten minutes; \`npm run purge\` tries again. (${reason})`)
  })
}

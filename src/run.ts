import type { Server } from 'node:http'
import { pino } from 'pino'
import { ConfigError, readConfig } from './server/config.ts'
import { readAssets } from './server/pages/assets.ts'
import { listen, openSite } from './server.ts'

/** The built site as a process: reads the environment, listens, and ends cleanly on SIGTERM and SIGINT. */
export async function run({ clientDir }: { clientDir: string }): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = pino({
      level: config.logLevel,
      ...(process.stdout.isTTY ? { transport: { target: 'pino-pretty' } } : {}),
    })
    const site = await openSite({ config, log, assets: readAssets(clientDir), clientDir, seedsDemo: true })
    const server = await listen(site.listener, config).catch(async (error: unknown) => {
      await site.close()
      throw error
    })
    log.info(`Dewlight is at ${config.origin}`)
    stopOnSignal(server, site.close)
  } catch (error) {
    // What an owner can mend is one sentence; a stack is for what nobody foresaw.
    const isForeseen = error instanceof ConfigError || (error instanceof Error && /^Cannot /.test(error.message))
    console.error(isForeseen ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/** Stops accepting, finishes what runs, closes the database; after 8 s whatever still hangs is cut. */
function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    const cut = setTimeout(() => server.closeAllConnections(), 8000)
    server.close(async () => {
      clearTimeout(cut)
      await close()
    })
    server.closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

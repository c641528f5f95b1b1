import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { type Logger, pino } from 'pino'
import { prepareData, type SeedDemo } from './server/app/prepare-data.ts'
import { createBus, createLocalBus } from './server/platform/cluster/bus.ts'
import type { FromPrimary } from './server/platform/cluster/messages.ts'
import { openRemotePurges } from './server/platform/cluster/remote-purges.ts'
import { supervise } from './server/platform/cluster/supervise.ts'
import { type Config, ConfigError, readConfig } from './server/platform/config.ts'
import { connect } from './server/platform/db/connect.ts'
import { readAssets } from './server/platform/delivery/assets.ts'
import { faultOf } from './server/platform/health/faults.ts'
import { StorageError } from './server/platform/storage/blob-storage.ts'
import type { Site } from './server.ts'

type RunOptions = {
  /** The program that worker processes start. */
  entry: string
  /** Folder of the built assets. */
  clientDir: string
  /** Folder of the demo's texts and images. */
  demoDir: string
}

type Running = RunOptions & { config: Config; log: Logger }

/** The built site as processes: reads the environment, listens, and ends cleanly on SIGTERM and SIGINT. */
export async function run(options: RunOptions): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = pino({
      level: config.logLevel,
      ...(process.stdout.isTTY ? { transport: { target: 'pino-pretty' } } : {}),
    })
    const running = { ...options, config, log }
    if (cluster.isWorker) await runWorker(running)
    else if (config.workers === 1) await runAlone(running)
    else await runWorkers(running)
  } catch (error) {
    const reason = sentenceOf(error)
    console.error(reason ?? error)
    process.exitCode = 1
  }
}

/** The sentence for an error that the owner can fix; undefined for an unexpected one, which is logged with its stack. */
function sentenceOf(error: unknown): string | undefined {
  const isForeseen =
    error instanceof ConfigError ||
    error instanceof StorageError ||
    (error instanceof Error && /^Cannot /.test(error.message))
  if (isForeseen) return (error as Error).message
  const fault = faultOf(error)
  return fault && `Cannot start. ${fault.sentence} (${error instanceof Error ? error.message : error})`
}

async function runAlone({ config, log, clientDir, demoDir }: Running): Promise<void> {
  const { listen, openSite } = await import('./server.ts')
  const remotePurges = openRemotePurges(config, log)
  const bus = { ...createLocalBus(), ...remotePurges }
  const close = async () => {
    await site?.close()
    await remotePurges.close()
  }
  let site: Site | undefined
  try {
    site = await openSite({ config, log, assets: readAssets(clientDir), clientDir, seedDemo: seedFrom(demoDir), bus })
    const server = await listen(site.listener, config)
    log.info(`Dewlight is at ${config.origin}`)
    stopOnSignal(server, { begin: site.stopJobs, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Loads the seeding code only when a database is empty. */
function seedFrom(demoDir: string): SeedDemo {
  return async (db, options) => {
    const { seedDemo } = await import('../demo/seed/seed-demo.ts')
    await seedDemo(db, { ...options, demoDir })
  }
}

/** The primary process serves nothing itself: it prepares the data once and looks after those that do. */
async function runWorkers({ config, log, entry, demoDir }: Running): Promise<void> {
  const otherHosts = openRemotePurges(config, log)
  const failure = await supervise({
    entry,
    otherHosts,
    count: config.workers,
    log,
    async prepare() {
      const db = connect(config)
      try {
        await prepareData(db, { config, log, seedDemo: seedFrom(demoDir) })
      } finally {
        await db.destroy()
      }
    },
    onListening: () => log.info(`Dewlight is at ${config.origin}, in ${config.workers} processes`),
  }).finally(otherHosts.close)
  if (failure === undefined) return
  console.error(failure)
  process.exitCode = 1
}

async function runWorker({ config, log, clientDir }: Running): Promise<void> {
  const bus = createBus({
    send: (messages) => process.connected && process.send!(messages),
    onMessages: (receive) => process.on('message', (messages) => receive(messages as FromPrimary[])),
  })
  try {
    const { listen, openSite } = await import('./server.ts')
    await bus.prepared
    const site = await openSite({ config, log, assets: readAssets(clientDir), clientDir, bus })
    const server = await listen(site.listener, config)
    bus.send({ type: 'listening' })
    const close = async () => {
      await site.close()
      // With it ends a worker; one whose primary process is gone has ended by itself.
      process.disconnect()
    }
    stopOnSignal(server, { begin: site.stopJobs, close })
  } catch (error) {
    const reason = sentenceOf(error)
    if (reason === undefined) throw error
    process.send!([{ type: 'failed', reason }], () => process.exit(1))
  }
}

type Stopping = { begin(): Promise<void>; close(): Promise<void> }

/** Stops accepting and begins no more work, finishes what runs, closes the database; after 8 s whatever still hangs is cut. */
function stopOnSignal(server: Server, { begin, close }: Stopping): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void begin()
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

import cluster from 'node:cluster'
import type { Server } from 'node:http'
import path from 'node:path'
import { type Logger, pino } from 'pino'
import type { PrepareDemo } from './server/app/demo/demo.routes.ts'
import { prepareData, type SeedDemo } from './server/app/prepare-data.ts'
import { createBus, createLocalBus } from './server/platform/cluster/bus.ts'
import { lockDataFolder } from './server/platform/cluster/lock-data-folder.ts'
import type { FromPrimary } from './server/platform/cluster/messages.ts'
import { openRemotePurges } from './server/platform/cluster/remote-purges.ts'
import { stopSignals } from './server/platform/cluster/stop-signals.ts'
import { supervise } from './server/platform/cluster/supervise.ts'
import { type Config, ConfigError, readConfig } from './server/platform/config.ts'
import { connect } from './server/platform/db/connect.ts'
import type { Db } from './server/platform/db/schema.ts'
import { readAssets } from './server/platform/delivery/assets.ts'
import { describeAccess, findInaccessible } from './server/platform/describe-access.ts'
import { faultOf } from './server/platform/health/faults.ts'
import { createGracefulClose } from './server/platform/http/graceful-close.ts'
import { StorageError } from './server/platform/storage/blob-storage.ts'
import type { Site } from './server.ts'

type RunOptions = {
  /** The program that worker processes start. */
  entry: string
  /** Folder of the modules that run in threads. */
  threadsDir: string
  /** Folder of the built assets. */
  clientDir: string
  /** Folder of the demo's texts and images. */
  demoDir: string
}

type Running = RunOptions & { config: Config; log: Logger }

/** The built site as processes: reads the environment, listens, and ends cleanly on SIGTERM, SIGINT and SIGHUP. */
export async function run(options: RunOptions): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = pino({
      level: config.logLevel,
      ...(process.stdout.isTTY ? { transport: { target: 'pino-pretty' } } : {}),
    })
    const running = { ...options, config, log }
    // The primary process holds the folder for its workers.
    if (cluster.isPrimary) await lockDataFolder(config, log)
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
  if (!fault) return undefined
  const dataDir = path.resolve(process.env.DATA_DIR || './data')
  const files = ['', ...['dewlight.db', 'dewlight.db-wal', 'dewlight.db-shm', 'server.lock', 'secret-key']]
  const closed = findInaccessible(files.map((name) => path.join(dataDir, name)))
  const access = closed ? ` ${describeAccess(closed)}` : ''
  return `Cannot start. ${fault.sentence} (${error instanceof Error ? error.message : error})${access}`
}

async function runAlone({ config, log, clientDir, demoDir, threadsDir }: Running): Promise<void> {
  const { listen, openSite } = await import('./server.ts')
  const remotePurges = openRemotePurges(config, log)
  const bus = { ...createLocalBus(), ...remotePurges }
  const close = async () => {
    await site?.close()
    await remotePurges.close()
  }
  let site: Site | undefined
  try {
    const setup = holdSetupLink()
    site = await openSite({
      config,
      log,
      bus,
      assets: readAssets(clientDir),
      clientDir,
      threadsDir,
      seedDemo: seedFrom(demoDir),
      recognizeDemo,
      prepareDemo: prepareFrom(demoDir),
      onSetupLink: setup.hold,
    })
    const server = await listen(site.listener, config)
    log.info(`Dewlight is at ${config.origin}`)
    setup.print()
    stopOnSignal(server, { begin: site.stopJobs, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Keeps the link to the setup until the port is open: before, it leads nowhere. */
function holdSetupLink() {
  let message: string | undefined
  return {
    hold(link: string) {
      message = `\nThere is no account yet. Make yours within 24 hours:\n${link}\n`
    },
    print() {
      if (message) console.log(message)
    },
  }
}

/** Loads the seeding code only when a database is empty. */
function seedFrom(demoDir: string): SeedDemo {
  return async (db, options) => {
    const { seedDemo } = await import('../demo/seed/seed-demo.ts')
    await seedDemo(db, { ...options, demoDir })
  }
}

/** Records the demo content of an earlier version, which did not record it itself. */
async function recognizeDemo(db: Db): Promise<void> {
  const { recognizeDemo } = await import('../demo/seed/recognize-demo.ts')
  await recognizeDemo(db)
}

function prepareFrom(demoDir: string): PrepareDemo {
  return async (options) => {
    const { prepareDemo } = await import('../demo/seed/seed-demo.ts')
    return prepareDemo({ ...options, demoDir })
  }
}

/** The primary process serves nothing itself: it prepares the data once and looks after those that do. */
async function runWorkers({ config, log, entry, demoDir }: Running): Promise<void> {
  const otherHosts = openRemotePurges(config, log)
  const setup = holdSetupLink()
  const failure = await supervise({
    entry,
    otherHosts,
    count: config.workers,
    log,
    async prepare() {
      const db = connect(config)
      try {
        await prepareData(db, { config, log, seedDemo: seedFrom(demoDir), recognizeDemo, onSetupLink: setup.hold })
      } finally {
        await db.destroy()
      }
    },
    onListening() {
      log.info(`Dewlight is at ${config.origin}, in ${config.workers} processes`)
      setup.print()
    },
  }).finally(otherHosts.close)
  if (failure === undefined) return
  console.error(failure)
  process.exitCode = 1
}

async function runWorker({ config, log, clientDir, demoDir, threadsDir }: Running): Promise<void> {
  const bus = createBus({
    send: (messages) => process.connected && process.send?.(messages),
    onMessages: (receive) => process.on('message', (messages) => receive(messages as FromPrimary[])),
  })
  try {
    const { listen, openSite } = await import('./server.ts')
    await bus.prepared
    const prepareDemo = prepareFrom(demoDir)
    const assets = readAssets(clientDir)
    const site = await openSite({ config, log, assets, clientDir, threadsDir, prepareDemo, bus })
    const server = await listen(site.listener, config)
    bus.send({ type: 'listening' })
    const close = async () => {
      await site.close()
      // With it ends a worker; one whose primary process is gone has ended by itself.
      if (!cluster.worker?.exitedAfterDisconnect) process.disconnect()
    }
    // The primary process disconnects all workers when the site stops; a signal to this one replaces it alone.
    const othersListen = () => !cluster.worker?.exitedAfterDisconnect
    const stop = stopOnSignal(server, { begin: site.stopJobs, close, othersListen })
    closeOnDisconnect(server, stop)
  } catch (error) {
    const reason = sentenceOf(error)
    if (reason === undefined || !process.send) throw error
    process.send([{ type: 'failed', reason }], () => process.exit(1))
  }
}

/** Node closes the servers of a worker that its primary process disconnects, then ends the channel. */
function closeOnDisconnect(server: Server, stop: () => Promise<void>): void {
  server.close = (done) => {
    if (cluster.worker?.exitedAfterDisconnect) void stop().then(() => done?.())
    return server
  }
}

type Stopping = {
  /** Starts no more background work. */
  begin(): Promise<void>
  /** Closes what the requests used. */
  close(): Promise<void>
  /** Whether other processes listen on the same socket, and go on. */
  othersListen?: () => boolean
}

/** Longer than requests in progress may take, and less than the ten seconds after which service managers kill the site. */
const EXIT_AFTER_MS = 9000

/** Returns a function that finishes what runs, closes the server, then the rest; a signal to stop calls it. */
function stopOnSignal(server: Server, { begin, close, othersListen }: Stopping): () => Promise<void> {
  const closeServer = createGracefulClose(server, { othersListen })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref()
      await Promise.all([closeServer(), begin()])
      await close()
    })()
    return stopping
  }
  for (const signal of stopSignals) process.on(signal, stop)
  return stop
}

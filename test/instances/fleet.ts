import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createSiteUnderTest, type SiteUnderTest } from '../faults/site.ts'
import { type PostgresControl, startPostgres } from '../postgres.ts'
import { type RunningProxy, startCaddy, startNginx, startPgbouncer } from './proxies.ts'
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts'

export type Fleet = {
  postgres: PostgresControl & { url: string }
  instances: SiteUnderTest[]
  /** Between each instance and PostgreSQL, for its LISTEN connection only. */
  listenProxies: SilentProxy[]
  proxies: Record<'nginx' | 'caddy', RunningProxy>
  pgbouncer: { pid: number; url: string } | undefined
  /** Starts an instance again from another checkout. */
  upgrade(number: number, checkout: string): Promise<void>
  stop(): Promise<void>
}

export type FleetOptions = {
  folder: string
  count?: number
  withPgbouncer?: boolean
  /** The folder whose `dist` the instances run. */
  checkout?: string
  env?: Record<string, string>
}

/** Several instances of the built site over one PostgreSQL and one media folder, behind nginx and Caddy. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { folder, count = 3, withPgbouncer = false, checkout, env = {} } = options
  // Each program of a fleet ends with this process.
  process.setMaxListeners(100)
  const postgres = await startPostgres()
  if (!postgres.control) throw new Error(`These tests need an installed PostgreSQL. ${postgres.sentence}`)
  mkdirSync(path.join(folder, 'media'))
  const pgbouncer = withPgbouncer ? await startPgbouncer(path.join(folder, 'pgbouncer'), postgres.url) : undefined
  const listenProxies: SilentProxy[] = []
  const create = async (number: number, from: string | undefined, port?: number) => {
    const dataDir = path.join(folder, `instance-${number}`)
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir)
      symlinkSync(path.join(folder, 'media'), path.join(dataDir, 'media'))
    }
    const listenUrl = new URL(postgres.url)
    listenUrl.port = String(listenProxies[number]!.port)
    return createSiteUnderTest({
      dataDir,
      databaseUrl: pgbouncer?.url ?? postgres.url,
      checkout: from,
      port,
      env: {
        WEB_CONCURRENCY: '1',
        DATABASE_LISTEN_URL: listenUrl.href,
        SECRET_KEY: 'the-same-key-for-all-instances-of-the-tests',
        BACKUP_KEEP: '0,0,0',
        // The proxy, and the load generator as a CDN in front of it, which gives each reader an address.
        TRUST_PROXY: '2',
        ...env,
      },
    })
  }
  const instances: SiteUnderTest[] = []
  for (let number = 0; number < count; number++) {
    listenProxies.push(await startSilentProxy(Number(new URL(postgres.url).port)))
    instances.push(await create(number, checkout))
    await instances[number]!.start()
    if (number === 0) addVariants(path.join(folder, 'media'))
  }
  const addresses = instances.map(({ origin }) => new URL(origin).host)
  mkdirSync(path.join(folder, 'nginx'))
  const proxies = {
    nginx: await startNginx(path.join(folder, 'nginx'), addresses),
    caddy: await startCaddy(path.join(folder, 'caddy'), addresses),
  }
  const certificates = Object.values(proxies).map(({ certificate }) => certificate)
  setDefaultCACertificates([...getCACertificates('default'), ...certificates])
  return {
    postgres: { ...postgres.control, url: postgres.url },
    instances,
    listenProxies,
    proxies,
    pgbouncer,
    async upgrade(number, from) {
      const port = Number(new URL(instances[number]!.origin).port)
      await instances[number]!.stop()
      instances[number] = await create(number, from, port)
      await instances[number]!.start()
    },
    async stop() {
      await Promise.all([...Object.values(proxies), ...instances].map((running) => running.stop()))
      await Promise.all(listenProxies.map((proxy) => proxy.close()))
      await pgbouncer?.stop()
      await postgres.stop()
    },
  }
}

/**
 * Adds the variants of the demo's images that the browser suite has made; without them, the first instance makes them in
 * the background. Only after it has started: it refuses an empty database when there are images already.
 */
function addVariants(media: string): void {
  const made = 'test-results/demo-data/media'
  if (existsSync(made)) cpSync(made, media, { recursive: true, force: false })
}

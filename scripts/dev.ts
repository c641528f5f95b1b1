/** `npm run dev`: one process with hot reload. Vite serves the browser code and reloads the server modules on change. */
import '../src/server/platform/env-file.ts'
import '../src/server/platform/umask.ts'
import { createServer, type RequestListener } from 'node:http'
import { pino } from 'pino'
import { createServer as createVite } from 'vite'
import type { PrepareDemo } from '../src/server/app/demo/demo.routes.ts'
import type { SeedDemo } from '../src/server/app/prepare-data.ts'
import { lockDataFolder } from '../src/server/platform/cluster/lock-data-folder.ts'
import { readConfig } from '../src/server/platform/config.ts'
import type { openSite, Site } from '../src/server.ts'

type CompositionRoot = { openSite: typeof openSite }

const config = readConfig(process.env)
const log = pino({ level: config.logLevel, transport: { target: 'pino-pretty' } })
await lockDataFolder(config, log)
const vite = await createVite({ server: { middlewareMode: true, hmr: { port: config.port + 20_000 } } })
// The style elements of Vite come with the scripts, after the first paint.
const assets = {
  start: '/src/web/start.ts',
  entry: '/src/web/client.tsx',
  chunksOf: () => [],
  fileOf: () => undefined,
  stylesOf: (module: string) =>
    ['site', ...(module.startsWith('src/web/admin/') ? ['admin'] : [])].map((name) => `/src/web/styles/${name}.css`),
}

/**
 * Adds the hot-reload client of Vite. Passes `/` for every page, because Vite throws on a malformed path, and removes the
 * whitespace it inserts, which React would report as a hydration mismatch.
 */
const finishHtml = async (html: string) =>
  (await vite.transformIndexHtml('/', html)).replace(/(<head>|<\/script>)\s+(?=<)/g, '$1')

const seedDemo: SeedDemo = async (db, options) => {
  const { seedDemo } = await import('../demo/seed/seed-demo.ts')
  await seedDemo(db, { ...options, demoDir: 'demo' })
}

const prepareDemo: PrepareDemo = async (options) => {
  const { prepareDemo } = await import('../demo/seed/seed-demo.ts')
  return prepareDemo({ ...options, demoDir: 'demo' })
}

let loaded: { root: CompositionRoot; site: Promise<Site> } | undefined

/** The site of the current sources; after a change of the server it is closed and opened again on the same data. */
async function currentSite(): Promise<Site> {
  const root = (await vite.ssrLoadModule('/src/server.ts')) as CompositionRoot
  if (loaded?.root !== root) {
    const previous = loaded
    const opening = Promise.resolve(previous?.site)
      .then((site) => site?.close())
      .then(() =>
        root.openSite({
          config,
          log,
          assets,
          clientDir: undefined,
          seedDemo,
          prepareDemo,
          onSetupLink: console.log,
          finishHtml,
        }),
      )
    loaded = { root, site: opening }
    opening.catch(() => (loaded = undefined))
  }
  return loaded!.site
}

const handleRequest: RequestListener = (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const { listener } = await currentSite()
      listener(request, response)
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      log.error(error)
      response.statusCode = 500
      response.end(error instanceof Error ? error.stack : String(error))
    }
  })
}

createServer(handleRequest).listen(config.port, config.host, () =>
  log.info(`Dewlight (development) is at ${config.origin}`),
)

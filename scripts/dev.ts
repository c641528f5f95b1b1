/** `npm run dev`: one process with hot reload. Vite serves the browser code; the server code is reloaded when it changes. */
import { createServer, type RequestListener } from 'node:http'
import { pino } from 'pino'
import { createServer as createVite } from 'vite'
import { readConfig } from '../src/server/config.ts'
import type { openSite, Site } from '../src/server.ts'

type Door = { openSite: typeof openSite }

const config = readConfig(process.env)
const log = pino({ level: config.logLevel, transport: { target: 'pino-pretty' } })
const vite = await createVite({ server: { middlewareMode: true, hmr: { port: config.port + 20_000 } } })
// Linked in the HTML to avoid unstyled pages: Vite adds its style elements only with the scripts.
const assets = {
  inlineStyle: '',
  start: '/src/web/start.ts',
  entry: '/src/web/client.tsx',
  chunksOf: () => [],
  stylesOf: (module: string) =>
    ['site', ...(module.startsWith('src/web/admin/') ? ['admin'] : [])].map((name) => `/src/web/styles/${name}.css`),
}

/**
 * Adds Vite's hot-reload client. `transformIndexHtml` throws on a malformed path, so every page is passed as `/`, and it
 * indents the HTML, which would be a hydration mismatch for React.
 */
const finishHtml = async (html: string) =>
  (await vite.transformIndexHtml('/', html)).replace(/(<head>|<\/script>)\s+(?=<)/g, '$1')

let loaded: { door: Door; site: Promise<Site> } | undefined

/** The site of the current sources; an edit of the server closes it and opens a new one on the same data. */
async function currentSite(): Promise<Site> {
  const door = (await vite.ssrLoadModule('/src/server.ts')) as Door
  if (loaded?.door !== door) {
    const previous = loaded
    const opening = Promise.resolve(previous?.site)
      .then((site) => site?.close())
      .then(() => door.openSite({ config, log, assets, clientDir: undefined, seedsDemo: true, finishHtml }))
    loaded = { door, site: opening }
    opening.catch(() => (loaded = undefined))
  }
  return loaded!.site
}

const answer: RequestListener = (request, response) => {
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

createServer(answer).listen(config.port, config.host, () => log.info(`Dewlight (development) is at ${config.origin}`))

/**
 * Renders the tree of one page in a loop with `renderToString` alone: no data access, no HTTP. Reads the page's HTML, which
 * carries its data, from a file. Prints the CPU time per rendering in microseconds.
 */
import { readFileSync } from 'node:fs'
import type { QueryKey } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { App } from '../src/web/app.tsx'
import { browserRead } from '../src/web/data/call.ts'
import { createQueries, createQueryClient } from '../src/web/data/queries.ts'
import type { PageState } from '../src/web/lib/page-state.ts'
import { routes } from '../src/web/routes.ts'

const [file = '', seconds = '1'] = process.argv.slice(2)
const html = readFileSync(file, 'utf8')
const state = JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as PageState
const body = /<div id="post-body"[^>]*>(.*?)<\/div><div class="mt-12/s.exec(html)?.[1]

await Promise.all(routes.map(({ page }) => page.preload()))
const environment = { queries: createQueries(browserRead), formResponse: undefined }

function renderOnce(): string {
  // A client of its own for each rendering, as on the server; seeding it is not part of the measurement.
  const queryClient = createQueryClient('server')
  for (const [key, data, element] of state.queries)
    queryClient.setQueryData(
      key as QueryKey,
      element && body !== undefined ? { ...(data as object), content: body } : data,
    )
  const before = process.cpuUsage()
  const text = renderToString(
    <App
      queryClient={queryClient}
      environment={environment}
      href={state.href}
      styles={state.styles}
      fonts={state.fonts}
    />,
  )
  const { user, system } = process.cpuUsage(before)
  spent += user + system
  queryClient.clear()
  return text
}

let spent = 0
const run = (until: number) => {
  let count = 0
  for (; performance.now() < until; count++) if (renderOnce().length < 1000) throw new Error('The page is empty')
  return count
}
run(performance.now() + 500)
spent = 0
const count = run(performance.now() + Number(seconds) * 1000)
process.stdout.write(JSON.stringify({ microseconds: spent / count }))

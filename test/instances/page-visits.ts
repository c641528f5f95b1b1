import { setTimeout as sleep } from 'node:timers/promises'

const pages = ['/', '/blog', '/shop', '/blog/niacinamide-for-beginners', '/about']

export type Visits = { visits: number; files: number; failures: string[] }

/** Visits pages like a browser until stopped: each page, then all scripts and styles that it names. */
export function visitPages(origin: string): { stop(): Promise<Visits> } {
  const result: Visits = { visits: 0, files: 0, failures: [] }
  let isOver = false
  const load = async (path: string): Promise<string> => {
    try {
      const response = await fetch(origin + path)
      const body = await response.text()
      if (!response.ok) result.failures.push(`${path} ${response.status}`)
      return body
    } catch (error) {
      result.failures.push(`${path} ${error instanceof Error ? (error.cause ?? error.message) : error}`)
      return ''
    }
  }
  const visiting = (async () => {
    while (!isOver) {
      const page = await load(pages[result.visits++ % pages.length]!)
      const files = new Set(page.match(/\/assets\/[\w.-]+[.](?:js|css|woff2)/g))
      result.files += files.size
      await Promise.all([...files].map(load))
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await visiting
      return result
    },
  }
}

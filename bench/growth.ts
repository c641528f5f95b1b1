/**
 * Latency at 1, 10 and 100 times the content: pages without a page cache, sequentially. 100 times is the large seed
 * (5,000 posts, 10,000 products, 5 million clicks), which takes minutes to create; each is created once, in test-results.
 */
import { readFileSync } from 'node:fs'
import { largeSeed } from './large-seed.ts'
import { signIn, startSite, untilImagesAreMade } from './processes.ts'

const SCALES = { '1x': '0.01', '10x': '0.1', '100x': '1' }
const ROUNDS = 15

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const questions: Record<string, string> = {
  'blog, first page': '/blog',
  'blog list of the API, first page': '/api/posts?limit=9',
  'blog list of the API, last page at 100x': '/api/posts?limit=9&page=400',
  'search with a typo': '/api/search?q=sunscren',
  'search page with a typo': '/search?q=sunscren',
  'analytics of a year': `/api/analytics/summary?startDate=${days(365)}&endDate=${days(0)}`,
  'list of posts in the admin': '/api/posts?status=all&limit=25&sort=title',
}

/** Writes a table through `note`, line by line. */
export async function measureGrowth(note: (line: string) => void): Promise<void> {
  const columns: Record<string, string[]> = {}
  const memory: string[] = []
  for (const scale of Object.values(SCALES)) {
    const site = await startSite({ PAGE_CACHE_MB: '0' }, largeSeed(scale))
    try {
      const cookie = await signIn(site)
      await untilImagesAreMade(site, cookie)
      const times: Record<string, number[]> = {}
      for (let round = 0; round <= ROUNDS; round++)
        for (const [name, address] of Object.entries(questions)) {
          const taken = await time(site.origin + address, cookie)
          // The first round warms up.
          if (round > 0) times[name] = [...(times[name] ?? []), taken]
        }
      for (const [name, values] of Object.entries(times)) {
        const at = (part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!.toFixed(1)
        columns[name] = [...(columns[name] ?? []), `${at(0.5)} / ${at(0.95)}`]
      }
      memory.push(memoryOf(site.pid))
    } finally {
      await site.stop()
    }
  }
  const names = Object.keys(SCALES)
  note(
    `## Growth: p50 / p95 in ms, without a page cache\n\n| what | ${names.join(' | ')} |\n|---|${'---|'.repeat(names.length)}`,
  )
  for (const [name, cells] of Object.entries(columns)) note(`| ${name} | ${cells.join(' | ')} |`)
  note(`| memory of the process afterwards | ${memory.join(' | ')} |`)
}

async function time(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers: { cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - started
}

function memoryOf(pid: number): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
  return `${Math.round(Number(kilobytes) / 1024)} MiB`
}

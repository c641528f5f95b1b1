import type { Ledger, Write } from '../faults/ledger.ts'
import { createWriters, type Writers } from '../faults/writers.ts'
import { type Reads, startReaders } from './readers.ts'
import { isFull } from './run-length.ts'

/** Readers open mostly pages in memory, some lists of the API, and one search, which is rendered for each request. */
const paths = [
  ...['/', '/blog', '/shop', '/about', '/contact', '/blog/niacinamide-for-beginners', '/blog/retinol-for-beginners'],
  ...['/', '/blog', '/shop', '/blog?page=2', '/feed.xml', '/sitemap.xml', '/api/posts', '/api/products?limit=8'],
  ...['/', '/blog/niacinamide-for-beginners', '/blog/retinol-for-beginners', '/search?q=cream', '/about'],
]

/** Requests per second; a short run leaves the cores to the instances. */
const RATE = isFull ? 1000 : 300
/** Milliseconds between two writes of each kind, of which there are four. */
const WRITE_PAUSE = 80

type FailedWrite = { kind: Write['kind']; status: number; message: string }
export type LoadReport = { reads: Reads; writes: number; failedWrites: FailedWrite[]; seconds: number }

/** Writers through one proxy. The numbers of their writes start after `after`. */
export async function createLoad(origin: string, ledger: Ledger, after: number) {
  let failedWrites: FailedWrite[] = []
  const writers: Writers = await createWriters({ origin }, ledger, {
    after,
    onFailure: ({ kind }, status, message) => void failedWrites.push({ kind, status, message: message.slice(0, 200) }),
  })
  return {
    repeatUnacknowledged: writers.repeatUnacknowledged,
    /** Mixed reads and writes through the proxy while `act` runs. */
    async during(act: () => Promise<unknown>): Promise<LoadReport> {
      failedWrites = []
      const before = ledger.counts().acknowledged
      const started = performance.now()
      const readers = startReaders({ origin, paths, rate: RATE })
      const writing = writers.write({ pause: WRITE_PAUSE })
      try {
        await act()
      } finally {
        await writing.stop()
      }
      const reads = await readers.stop()
      const seconds = (performance.now() - started) / 1000
      return { reads, writes: ledger.counts().acknowledged - before, failedWrites, seconds }
    },
  }
}

export function describeLoad({ reads, writes, failedWrites, seconds }: LoadReport): string {
  const rate = (reads.responses / seconds).toFixed(0)
  const failures = [...reads.failures.map(({ path, status, after }) => `${path} ${status} at ${after} ms`)]
  failures.push(...failedWrites.map(({ kind, status, message }) => `${kind} ${status} ${message}`))
  const listed = failures.length > 0 ? `: ${failures.slice(0, 8).join('; ')}` : ''
  return `${rate} reads per second (p99 ${reads.p99} ms, longest ${reads.longest} ms), ${writes} acknowledged writes; ${reads.failures.length} reads and ${failedWrites.length} writes failed${listed}`
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobStatus } from '../../../contract/platform/jobs.ts'
import { measureEventLoopDelay } from './event-loop-delay.ts'

export type Metrics = {
  registry: Registry
  /** Counts a response from the page cache; in plain numbers, because this is the hot path. */
  hit(status: number): void
  /** Counts any other response, with its duration in seconds. */
  responded(kind: string, method: string, status: number, seconds: number): void
  rejected(status: number): void
  /** Counts a page that is sent although it is stale. */
  stale(): void
  rendered(seconds: number, isFailed: boolean): void
  queried(seconds: number): void
  /** The mean event loop delay since the last call in milliseconds. */
  readEventLoopDelay(): number
}

/** Adds metrics to the registry; a gauge with `collect` is read on each scrape. */
export type Collector = (registry: Registry) => void

/** The longest interval of a timer, for the histogram of prom-client that `event-loop-delay.ts` replaces. */
const NEVER_MS = 2 ** 31 - 1

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The Prometheus metrics of this process. Labels contain no personal data: no IP address, name or path. */
export function createMetrics(collectors: readonly Collector[] = []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  const eventLoopDelay = measureEventLoopDelay()
  eventLoopDelay.collect(registry)
  const { requests, durations, rejections, stale, renders, queries } = createInstruments([registry])
  const hits = new Map<number, number>()
  pageCacheHits(hits)(registry)
  for (const collect of collectors) collect(registry)
  return {
    registry,
    hit: (status) => void hits.set(status, (hits.get(status) ?? 0) + 1),
    responded(kind, method, status, seconds) {
      requests.inc({ class: kind, method: methods.has(method) ? method : 'other', status })
      durations.observe({ class: kind }, seconds)
    },
    rejected: (status) => rejections.inc({ status }),
    stale: () => stale.inc(),
    rendered: (seconds, isFailed) => renders.observe({ outcome: isFailed ? 'failed' : 'done' }, seconds),
    queried: (seconds) => queries.observe(seconds),
    readEventLoopDelay: eventLoopDelay.read,
  }
}

function createInstruments(registers: Registry[]) {
  const requests = new Counter({
    name: 'dewlight_http_requests_total',
    help: 'Answers that were worked for, by class of address, method and status',
    labelNames: ['class', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'dewlight_http_request_duration_seconds',
    help: 'From the request to the last byte of the answer, answers from memory left out',
    labelNames: ['class'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const rejections = new Counter({
    name: 'dewlight_http_refused_total',
    help: 'Requests that were not let in, by status (414 too long, 429 too fast, 503 overload)',
    labelNames: ['status'],
    registers,
  })
  const stale = new Counter({
    name: 'dewlight_stale_responses_total',
    help: 'Pages, feeds and lists that were sent although they were stale, because the database was away',
    registers,
  })
  const renders = new Histogram({
    name: 'dewlight_render_duration_seconds',
    help: 'Pages and shared answers that were made anew',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  const queries = new Histogram({
    name: 'dewlight_db_query_duration_seconds',
    help: 'Queries of the database',
    buckets: [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  })
  return { requests, durations, rejections, stale, renders, queries }
}

function pageCacheHits(hits: ReadonlyMap<number, number>): Collector {
  return (registry) => {
    new Counter({
      name: 'dewlight_page_cache_hits_total',
      help: 'Pages, feeds and lists that were sent from the cache, by status',
      labelNames: ['status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [status, count] of hits) this.inc({ status }, count)
      },
    })
  }
}

/** Size of the page cache, read on each scrape. */
export function pageCacheSize(size: () => { pages: number; bytes: number }): Collector {
  return (registry) => {
    const registers = [registry]
    new Gauge({
      name: 'dewlight_page_cache_bytes',
      help: 'Bytes of cached pages, all encodings together',
      registers,
      collect() {
        this.set(size().bytes)
      },
    })
    new Gauge({
      name: 'dewlight_page_cache_pages',
      help: 'Cached pages',
      registers,
      collect() {
        this.set(size().pages)
      },
    })
  }
}

/** Whether purges of other machines are known to arrive in every process, read on each scrape. */
export function syncState(isInSync: () => boolean): Collector {
  return (registry) => {
    new Gauge({
      name: 'dewlight_purges_in_sync',
      help: 'Whether changes made on other machines are known to arrive: 1 or 0; with 0 no page is kept',
      aggregator: 'min',
      registers: [registry],
      collect() {
        this.set(isInSync() ? 1 : 0)
      },
    })
  }
}

/** Purges of the CDN, read on each scrape. The pending ones are not summed, since all processes see the same. */
export function cdnPurges(counts: () => { pending: number; sent: number; failed: number }): Collector {
  return (registry) => {
    const registers = [registry]
    new Gauge({
      name: 'dewlight_cdn_purges_pending',
      help: 'Cache tags whose purge the CDN has not accepted yet',
      aggregator: 'max',
      registers,
      collect() {
        this.set(counts().pending)
      },
    })
    new Counter({
      name: 'dewlight_cdn_purges_total',
      help: 'Requests to the CDN, by outcome',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        const { sent, failed } = counts()
        this.inc({ outcome: 'done' }, sent)
        this.inc({ outcome: 'failed' }, failed)
      },
    })
  }
}

/** State of the background jobs, read from the database on each scrape. Not summed, since all processes report the same. */
export function jobStates(list: () => Promise<JobStatus[]>, onError: (error: unknown) => void): Collector {
  // The other metrics are sent without these.
  const listOrNone = () =>
    list().catch((error: unknown) => {
      onError(error)
      return []
    })
  return (registry) => {
    const registers = [registry]
    const labelNames = ['job']
    const aggregator = 'max'
    new Gauge({
      name: 'dewlight_job_last_finished_timestamp_seconds',
      help: 'When a job last ended well, in seconds since 1970',
      labelNames,
      aggregator,
      registers,
      async collect() {
        this.reset()
        for (const { name, lastFinishedAt } of await listOrNone())
          if (lastFinishedAt !== null) this.set({ job: name }, Date.parse(lastFinishedAt) / 1000)
      },
    })
    new Gauge({
      name: 'dewlight_job_failing',
      help: 'Whether the last run of a job failed: 1 or 0',
      labelNames,
      aggregator,
      registers,
      async collect() {
        this.reset()
        for (const { name, lastError } of await listOrNone()) this.set({ job: name }, lastError === null ? 0 : 1)
      },
    })
  }
}

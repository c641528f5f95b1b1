/**
 * `npm run bench:import`: imports a report of 500,000 sales (`BENCH_ROWS`) as the owner does, while readers request cached
 * pages at a steady pace. Prints the time and the processor time of the site for each step, the peak memory of the site's process with and without the import, and
 * the readers' latency with and without it. With DATABASE_URL on PostgreSQL, which must be empty.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CHUNK_BYTES, type EarningImport, type EarningImportDetails } from '../src/contract/shop/earning-imports.ts'
import { placementCode } from '../src/contract/shop/placements.ts'
import '../scripts/build-if-changed.ts'
import { signIn, startSite, untilImagesAreMade } from './processes.ts'
import { processorTime } from './processor-time.ts'
import { latency, p99Of, peakMemory, readWhile } from './readers.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ROWS = Number(process.env.BENCH_ROWS ?? 500_000)
const site = await startSite()
const steps: string[] = []
try {
  const cookie = await signIn(site)
  await untilImagesAreMade(site, cookie)
  const call = async <Answer>(method: string, path: string, body?: BodyInit, type = 'application/json') => {
    const headers: Record<string, string> = { cookie, 'idempotency-key': crypto.randomUUID() }
    if (!(body instanceof FormData)) headers['content-type'] = type
    const response = await fetch(`${site.origin}/api${path}`, { method, headers, body: body ?? null })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const file = makeReport(ROWS, await codesOfDemo())
  const quiet = await readWhile(site, () => sleep(8000))
  const memoryBefore = peakMemory(site.pid)

  const stepOf = async (name: string, act: () => Promise<unknown>) => {
    const started = performance.now()
    const before = processorTime(site.pid)
    const read = await readWhile(site, act)
    const seconds = [(performance.now() - started) / 1000, processorTime(site.pid) - before]
    const columns = [name, ...seconds.map((each) => each.toFixed(1)), latency(read), peakMemory(site.pid)]
    steps.push(`| ${columns.join(' | ')} |`)
    return read
  }
  let item = await call<EarningImport>(
    'POST',
    '/earnings/imports',
    JSON.stringify({ fileName: 'awin.csv', fileSize: file.length }),
  )
  const path = `/earnings/imports/${item.id}`
  const untilState = async (state: EarningImport['state']) => {
    for (;;) {
      item = await call<EarningImportDetails>('GET', path)
      if (item.state === state) return
      if (item.error || item.state === 'questions') throw new Error(item.error ?? 'The report has questions')
      await sleep(200)
    }
  }
  const reads = [
    await stepOf('upload', async () => {
      for (let from = 0; from < file.length; from += CHUNK_BYTES) {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(file.subarray(from, from + CHUNK_BYTES))]), 'part')
        await call('POST', `${path}/chunks?position=${from / CHUNK_BYTES}`, form)
      }
    }),
    await stepOf('dry run', async () => {
      await call('POST', `${path}/survey`)
      await untilState('ready')
    }),
    await stepOf('write', async () => {
      await call('POST', `${path}/confirm`)
      await untilState('done')
    }),
  ]
  const totals = item.plan?.totals.map((each) => `${each.all.rows} rows, ${each.new.rows} new`).join(', ')
  reads.push(
    await stepOf('undo', async () => {
      await call('POST', `${path}/undo`)
      await untilState('undone')
    }),
  )
  console.log(`\n${ROWS} rows, ${(file.length / 1e6).toFixed(1)} MB: ${totals}, ${item.plan?.rejected} rejected.\n`)
  console.log(
    '| step | seconds | processor, s | readers: p50 / p99 / worst p99 of 2 s, ms | peak memory, MB |\n|---|---|---|---|---|',
  )
  console.log(`| readers alone | 8 | | ${latency(quiet)} | ${memoryBefore} |`)
  for (const step of steps) console.log(step)
  console.log(`\nReaders' p99 with the import to without: ${(p99Of(reads.flat()) / p99Of(quiet)).toFixed(1)}.`)
} finally {
  await site.stop()
}

/** Products of the demo, so that a part of the sales is attributed. */
async function codesOfDemo(): Promise<number[]> {
  const response = await fetch(`${site.origin}/api/products?limit=40`)
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}

/** A report of Awin with `rows` different sales of the last year; three in four carry the placement code of a product's card. */
function makeReport(rows: number, productIds: readonly number[]): Buffer {
  const codes = productIds.map((productId) => placementCode({ source: 'home', position: 'card', productId }))
  const today = Date.now()
  const states = ['pending', 'approved', 'approved', 'declined']
  const lines = ['id,merchantName,clickRef,transactionDate,saleAmount,commission,commissionStatus,currency']
  for (let row = 0; row < rows; row++) {
    const date = new Date(today - ((row * 7) % 365) * DAY_MS).toISOString().slice(0, 10)
    const code = row % 4 === 0 ? '' : codes[row % codes.length]
    const sale = 500 + ((row * 37) % 9500)
    const amounts = [sale, Math.round(sale / 12)].map((minor) => (minor / 100).toFixed(2)).join(',')
    lines.push(`${900_000_000 + row},Shop ${row % 12},${code},${date},${amounts},${states[row % 4]},EUR`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

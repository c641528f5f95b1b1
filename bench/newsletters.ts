/**
 * `npm run bench:newsletters`: sends a newsletter to 20,000 subscribers (`BENCH_RECIPIENTS`) over five connections to an SMTP server on
 * loopback, while readers request cached pages at a steady pace. Prints how long the recipients take to be stored, how many newsletters
 * a second are sent, and the readers' latency with and without it, against the targets of the product. With DATABASE_URL on PostgreSQL, which must be empty.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Newsletter } from '../src/contract/audience/newsletters.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import '../scripts/build-if-changed.ts'
import { startUnreliableSmtp } from '../test/unreliable-smtp.ts'
import { copyOfDemo, signIn, startSite } from './processes.ts'
import { latency, p99Of, readWhile } from './readers.ts'

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 20_000)
const smtp = await startUnreliableSmtp()
smtp.behave()
const dataDir = await copyOfDemo()
await addSubscribers(dataDir)
const site = await startSite({ SMTP_URL: `${smtp.url}?from=hello@dewlight.example` }, dataDir)
try {
  const cookie = await signIn(site)
  const call = async <Answer>(method: string, path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(`${site.origin}/api${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  await call('PUT', '/newsletter-limits', { perSecond: null, perHour: null, perDay: null })
  const [post] = await call<{ id: number }[]>('GET', '/posts?limit=1')
  const newsletter = await call<Newsletter>('POST', '/newsletters', { postId: post!.id, form: 'whole' })
  const quiet = await readWhile(site, () => sleep(8000))
  let queued = 0
  let seconds = 0
  const busy = await readWhile(site, async () => {
    const started = performance.now()
    await call('POST', `/newsletters/${newsletter.id}/send`, { at: null })
    queued = performance.now() - started
    for (;;) {
      const { state, numbers } = await call<Newsletter>('GET', `/newsletters/${newsletter.id}`)
      if (state === 'sent') {
        if (numbers.accepted + numbers.suppressed !== numbers.total || numbers.total < RECIPIENTS)
          throw new Error(`Not everybody got it: ${JSON.stringify(numbers)}`)
        break
      }
      await sleep(500)
    }
    seconds = (performance.now() - started) / 1000
  })
  console.log(
    `\n${smtp.taken.size} recipients were stored and the newsletter composed in ${(queued / 1000).toFixed(2)} s,`,
  )
  const rate = smtp.taken.size / seconds
  console.log(`and sent in ${seconds.toFixed(1)} s: ${rate.toFixed(0)} newsletters a second.\n`)
  console.log('| readers | p50 / p99 / worst p99 of 2 s, ms |\n|---|---|')
  console.log(`| alone | ${latency(quiet)} |\n| beside the newsletter | ${latency(busy)} |`)
  console.log('\n| target | measured | |\n|---|---|---|')
  const p99 = p99Of(busy)
  for (const [target, measured, isMet] of [
    ['recipients stored in less than 2 s', `${(queued / 1000).toFixed(2)} s`, queued < 2000],
    ['300 newsletters a second or more', `${rate.toFixed(0)} a second`, rate >= 300],
    [
      'p99 of the readers below 50 ms',
      `${p99.toFixed(1)} ms, ${(p99 / p99Of(quiet)).toFixed(1)} times that alone`,
      p99 < 50,
    ],
  ] as const)
    console.log(`| ${target} | ${measured} | ${isMet ? 'met' : 'missed'} |`)
} finally {
  await site.stop()
  await smtp.close()
}

async function addSubscribers(folder: string): Promise<void> {
  const db = connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir: folder })
  for (let from = 0; from < RECIPIENTS; from += 2000) {
    const rows = Array.from({ length: Math.min(2000, RECIPIENTS - from) }, (_, index) => ({
      email: `reader-${from + index}@example.com`,
      name: 'Reader',
      is_active: true,
      unsubscribe_token: crypto.randomUUID(),
      created_at: '2026-03-01T00:00:00.000Z',
    }))
    await db.insertInto('subscribers').values(rows).execute()
  }
  await db.destroy()
}

import { randomUUID } from 'node:crypto'
import type { Ledger, Write } from './ledger.ts'
import { signInOwner } from './owner.ts'
import type { SiteUnderTest } from './site.ts'

/** Default of `pause`: milliseconds between two writes of each of the four kinds, 200 per second in total. */
const PAUSE = 20

const everyKind: Write['kind'][] = ['contact', 'subscriber', 'click', 'post']

export type Writers = {
  /** The owner's session. */
  cookie: string
  /** Default: all four kinds. */
  write(how?: { kinds?: Write['kind'][]; pause?: number }): { stop(): Promise<void> }
  repeatUnacknowledged(): Promise<void>
  writeContact(): Promise<{ status: number; message: string }>
}

export type WritersOptions = {
  /** The number before the first write, so that several writers on one database do not repeat each other's. */
  after?: number
  /** Milliseconds after which a write counts as unanswered. */
  timeout?: number
  /** Called for each write without a success; status 0 if there was no response. */
  onFailure?: (write: Write, status: number, message: string) => void
}

/** Readers who send messages, subscribe and click, each from another IP address, and the owner who saves a post repeatedly. */
export async function createWriters(
  { origin }: Pick<SiteUnderTest, 'origin'>,
  ledger: Ledger,
  { after = 0, timeout, onFailure }: WritersOptions = {},
): Promise<Writers> {
  const { cookie } = await signInOwner(origin)
  let count = after

  async function send(write: Write): Promise<{ status: number; message: string }> {
    ledger.started(write)
    try {
      const response = await fetch(origin + write.path, {
        method: write.method,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'idempotency-key': write.key,
          'x-forwarded-for': `198.18.${(count >> 8) & 255}.${count & 255}`,
          cookie: write.kind === 'post' ? cookie : '',
        },
        body: JSON.stringify(write.body),
        ...(timeout ? { signal: AbortSignal.timeout(timeout) } : {}),
      })
      const text = await response.text()
      if (response.ok) ledger.acknowledged(write, text)
      else onFailure?.(write, response.status, text)
      return { status: response.status, message: text }
    } catch (error) {
      onFailure?.(write, 0, String(error instanceof Error ? (error.cause ?? error) : error))
      return { status: 0, message: 'no answer' }
    }
  }

  const make = {
    contact: (n: number): Write => ({
      kind: 'contact',
      key: randomUUID(),
      method: 'POST',
      path: '/api/contacts',
      mark: `c${n}@faults.example`,
      body: {
        name: 'Ann Lee',
        email: `c${n}@faults.example`,
        subject: 'Hello',
        message: `Message number ${n} of mine.`,
      },
    }),
    subscriber: (n: number): Write => ({
      kind: 'subscriber',
      key: randomUUID(),
      method: 'POST',
      path: '/api/subscribers',
      mark: `s${n}@faults.example`,
      body: { email: `s${n}@faults.example`, name: 'Ann' },
    }),
    click: (n: number): Write => ({
      kind: 'click',
      key: randomUUID(),
      method: 'POST',
      path: '/api/analytics/click',
      mark: `faults-${n}`,
      body: { linkId: `faults-${n}`, productId: 1 + (n % 5), postId: 1 + (n % 7) },
    }),
    post: (n: number): Write => ({
      kind: 'post',
      key: randomUUID(),
      method: 'PUT',
      path: '/api/posts/1',
      mark: String(n),
      body: {
        title: 'A post that is saved often',
        slug: 'a-post-that-is-saved-often',
        content: `<p>Save number ${n}, with enough of a text around it that it may be saved at all.</p>`,
        coverImage: '/media/none/640.jpg',
        publishedAt: '2026-01-01T12:00:00.000Z',
      },
    }),
  }

  return {
    cookie,
    write({ kinds = everyKind, pause = PAUSE } = {}) {
      const running = new Set<Promise<unknown>>()
      const track = (sending: Promise<unknown>) => {
        running.add(sending)
        sending.finally(() => running.delete(sending))
      }
      let isSaving = false
      const timer = setInterval(() => {
        for (const kind of kinds) if (kind !== 'post') track(send(make[kind](++count)))
        // The owner waits for each save before the next.
        if (isSaving || !kinds.includes('post')) return
        isSaving = true
        track(send(make.post(++count)).finally(() => (isSaving = false)))
      }, pause)
      return {
        async stop() {
          clearInterval(timer)
          await Promise.all(running)
        },
      }
    },
    async repeatUnacknowledged() {
      for (const write of ledger.unacknowledged()) {
        const { status, message } = await send(write)
        if (status === 0 || status >= 500) throw new Error(`A repeat was answered with ${status}: ${message}`)
      }
    },
    writeContact: () => send(make.contact(++count)),
  }
}

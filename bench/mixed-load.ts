import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { forwardedFor } from './load-options.ts'

/** What browsers, crawlers and plain clients accept, by how often a public site sees them. */
const encodings = ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip', undefined]
const CONCURRENT = 16
/** In milliseconds. */
const TICK = 10

type Sent = { method: 'GET' | 'POST'; path: string; body?: string }

/** Makes the request of a number. */
type Kind = (number: number) => Sent

type MixedLoad = {
  origin: string
  /** Requests in all, so that a busy machine takes longer and does the same work. */
  requests: number
  /** Requests per second at most. */
  rate: number
}

/**
 * Sends what readers send: pages, also those that no cache keeps, in several encodings, pictures, lists of the API, searches for
 * words that differ each time, and clicks. The number of a request decides what it is, so that two runs send the same.
 * Resolves with the number of responses by kind.
 */
export async function sendMixedLoad({ origin, requests, rate }: MixedLoad): Promise<Record<string, number>> {
  const kinds = await kindsFor(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const counts: Record<string, number> = {}
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  try {
    for (let number = 0; number < requests; ) {
      const due = Math.min(requests, ((performance.now() - started) / 1000) * rate)
      for (; number < due && pending.size < CONCURRENT; number++) {
        const [name, kind] = kinds[number % kinds.length]!
        const sending = sendOne(agent, origin, number, kind(Math.floor(number / kinds.length))).then((status) => {
          const counted = status < 400 ? name : `${name}, ${status}`
          counts[counted] = (counts[counted] ?? 0) + 1
        })
        pending.add(sending)
        void sending.finally(() => pending.delete(sending))
      }
      await sleep(TICK)
    }
    await Promise.all(pending)
  } finally {
    agent.destroy()
  }
  return counts
}

/** What each of twenty requests in a row is. */
async function kindsFor(origin: string): Promise<[string, Kind][]> {
  const read = async (path: string) => (await fetch(origin + path)).text()
  const pages = [...(await read('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path || '/',
  )
  const products = JSON.parse(await read('/api/products')) as { id: number; name: string }[]
  const shop = await read('/shop')
  const pictures = [...new Set([...shop.matchAll(/\/media\/[\w./-]+?\.(?:avif|webp|jpg)/g)].map(([path]) => path))]
  const words = [...new Set(products.flatMap(({ name }) => name.toLowerCase().match(/[a-z]{3,}/g) ?? []))]
  const at = <T>(list: readonly T[], number: number) => list[number % list.length]!
  // One or two known words and a number, since a term that was searched for before costs less.
  const term = (number: number) =>
    [at(words, number), at(words, Math.floor(number / words.length)), number % 3 === 0 ? number : ''].join('+')
  const get = (path: string): Sent => ({ method: 'GET', path })
  const page: Kind = (number) => get(at(pages, number))
  const list: Kind = (number) => get(`/api/posts?limit=${1 + (number % 50)}&page=${1 + (Math.floor(number / 50) % 5)}`)
  const searchPage: Kind = (number) => get(`/search?q=${term(number)}`)
  const search: Kind = (number) => get(`/api/search?q=${term(number + 7)}`)
  const picture: Kind = (number) => get(at(pictures, number))
  const click: Kind = (number) => ({
    method: 'POST',
    path: '/api/analytics/click',
    body: JSON.stringify({ linkId: `shop-${number % 20}`, productId: at(products, number).id, postId: null }),
  })
  const named: [string, Kind, number][] = [
    ['pages', page, 7],
    ['search pages', searchPage, 3],
    ['searches', search, 3],
    ['lists', list, 2],
    ['pictures', picture, 2],
    ['clicks', click, 3],
  ]
  return named.flatMap(([name, kind, times]) => Array.from({ length: times }, (): [string, Kind] => [name, kind]))
}

function sendOne(agent: Agent, origin: string, number: number, { method, path, body }: Sent): Promise<number> {
  const encoding = encodings[number % encodings.length]
  const headers: Record<string, string> = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': forwardedFor(number),
  }
  if (encoding) headers['accept-encoding'] = encoding
  if (body) headers['content-type'] = 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    sent.on('error', reject).end(body)
  })
}

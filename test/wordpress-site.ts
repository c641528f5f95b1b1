import type { GuardedRequest, GuardedResponse } from '../src/server/platform/http/guarded-request.ts'

type Row = Record<string, unknown> & { id: number }
type Lists = Partial<Record<'categories' | 'tags' | 'media' | 'posts' | 'pages' | 'comments' | 'users', Row[]>>

const origin = 'https://old.example'
/** Longer than what is read of a page. */
const longPage = `<html><head><link rel="https://api.w.org/" href="/api/"></head>${'x'.repeat(1_100_000)}</html>`

/** A post of the REST API; `fields` override what most have in common. */
export const restPost = (id: number, title: string, fields: Record<string, unknown> = {}): Row => ({
  id,
  date_gmt: '2019-05-03T08:00:00',
  modified_gmt: '2020-01-02T03:04:05',
  slug: `text-${id}`,
  link: `${origin}/2019/05/text-${id}/`,
  title: { rendered: title },
  content: { rendered: '<p>It stays calm through a whole winter, and that is what counts.</p>', protected: false },
  excerpt: { rendered: '<p>It stays calm through a whole [&hellip;]</p>', protected: false },
  featured_media: 0,
  ...fields,
})

const reply = (body: string, headers: Record<string, string> = {}, status = 200): GuardedResponse => ({
  status,
  headers,
  body: '',
  bytes: Buffer.from(body),
})

/** Fails a request without a delay before the next try; undefined lets it pass. */
export type Fault = (url: URL) => number | undefined

/** The network with one WordPress, which can be found by its page alone, and the addresses that are requested. */
export function wordPressSite(
  lists: Lists,
  fault: Fault = () => undefined,
): { request: GuardedRequest; urls: string[] } {
  const urls: string[] = []
  const request: GuardedRequest = async (address) => {
    const url = new URL(address)
    urls.push(url.pathname + url.search)
    const status = fault(url)
    if (status !== undefined) return reply('', { 'retry-after': '0' }, status)
    if (url.origin !== origin) return reply('', {}, 404)
    if (url.pathname === '/') return reply(longPage, { 'content-type': 'text/html' })
    if (url.pathname === '/api/')
      return reply(
        `<b>Notice</b>: a fault of a plugin\n${JSON.stringify({ name: 'Old', home: origin, namespaces: ['wp/v2'] })}`,
      )
    if (url.pathname.endsWith('/types'))
      return reply('{"post":{"slug":"post"},"recipe":{"slug":"recipe","name":"Recipes","rest_base":"media"}}')
    const rows = lists[url.pathname.replace('/api/wp/v2/', '') as keyof Lists]
    if (!rows) return reply('<html>Not found</html>', {}, 404)
    const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page') ?? 1)]
    const pages = Math.ceil(rows.length / size)
    if (page > 1 && page > pages) return reply('{"code":"rest_post_invalid_page_number"}', {}, 400)
    const found = rows.slice((page - 1) * size, page * size)
    return reply(JSON.stringify(found), { 'x-wp-total': String(rows.length) })
  }
  return { request, urls }
}

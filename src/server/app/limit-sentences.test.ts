import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/test-app.ts'

/** The limits of length in a schema and in those that it is made of, with their paths. */
function lengthLimits(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
): [string, z.core.$ZodCheck][] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod
  const own = (def.checks ?? [])
    .filter((check) => check._zod.def.check === 'max_length')
    .map((check): [string, z.core.$ZodCheck] => [path, check])
  const parts = Object.entries(def).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'shape') return Object.entries(value)
    return Array.isArray(value) ? value.map((part) => [name, part]) : [[name, value]]
  })
  return [
    ...own,
    ...parts.flatMap(([name, part]) =>
      part instanceof z.core.$ZodType ? lengthLimits(part, `${path}.${name}`, seen) : [],
    ),
  ]
}

test('each limit of length has a sentence of its own, in every endpoint', async () => {
  const { endpoints } = await testApp()
  const limits = endpoints.flatMap((endpoint) => {
    const body = 'body' in endpoint ? endpoint.body : undefined
    return [body, endpoint.query].flatMap((schema) =>
      schema ? lengthLimits(schema, `${endpoint.method} ${endpoint.path}`) : [],
    )
  })
  expect(limits.length).toBeGreaterThan(30)
  expect(limits.filter(([, check]) => !check._zod.def.error).map(([path]) => path)).toEqual([])
})

test('a title that is too long is not called missing', async () => {
  const { asOwner } = await testApp()
  const post = {
    title: 'x'.repeat(201),
    slug: 'a'.repeat(201),
    content: 'y'.repeat(60),
    coverImage: 'https://example.com/a.jpg',
  }
  const response = await asOwner('/api/posts', { json: post })
  expect(response.status).toBe(400)
  expect((await response.json()).issues).toEqual([
    { path: 'title', message: 'Please keep this under 200 characters' },
    { path: 'slug', message: 'Please keep this under 200 characters' },
  ])
})

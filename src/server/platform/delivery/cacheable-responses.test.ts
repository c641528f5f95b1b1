import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, json } from '../../../contract/platform/endpoint.ts'
import { createCacheableResponses } from './cacheable-responses.ts'

const shared = { method: 'GET', access: 'public', summary: '', responses: { 200: json('', z.string()) } } as const
const build = endpoint({ ...shared, path: '/routines/build', query: z.object({ skin: z.optional(z.string()) }) })
const find = endpoint({
  ...shared,
  path: '/routines/:slug',
  params: { slug: z.string() },
  dependsOn: ['routines'],
  cacheable: true,
})
const list = endpoint({ ...shared, path: '/routines', when: 'status', access: 'owner' })
const listAll = endpoint({ ...shared, path: '/routines', dependsOn: ['routines'], cacheable: true })

const keyOf = (path: string, endpoints = [build, find, list, listAll]) =>
  createCacheableResponses(endpoints)(new URL(path, 'http://localhost'))?.key

test('an uncached endpoint is not taken for a cacheable one with a parameter in its place', () => {
  expect(keyOf('/api/routines/build?skin=dry')).toBeUndefined()
  expect(keyOf('/api/routines/calm?skin=dry')).toBe('/api/routines/calm')
})

test('the owner’s variant of a path is not cached, the other one is, whichever is declared first', () => {
  for (const endpoints of [
    [list, listAll],
    [listAll, list],
  ]) {
    expect(keyOf('/api/routines?status=all', endpoints)).toBeUndefined()
    expect(keyOf('/api/routines?x=1', endpoints)).toBe('/api/routines')
  }
})

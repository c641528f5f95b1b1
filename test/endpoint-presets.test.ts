import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite, publicRead, publicWrite } from '../src/contract/platform/endpoint.ts'
import { bulkWrite, Selection } from '../src/contract/platform/lists.ts'
import { Id } from '../src/contract/platform/paths.ts'

const responses = { 200: json('Done', z.object({})) }

test('a preset says method, path and access', () => {
  expect(publicRead('/a', { summary: 'A', responses })).toMatchObject({ method: 'GET', path: '/a', access: 'public' })
  expect(ownerRead('/a', { summary: 'A', responses })).toMatchObject({ method: 'GET', path: '/a', access: 'owner' })
  expect(publicWrite('POST', '/a', { summary: 'A', purges: [], responses })).toMatchObject({
    method: 'POST',
    access: 'public',
  })
  expect(ownerWrite('DELETE', '/a', { summary: 'A', purges: [], audit: 'A', responses })).toMatchObject({
    method: 'DELETE',
    access: 'owner',
  })
})

test('a path with :id takes the id of a row, unless the declaration has parameters of its own', () => {
  expect(ownerRead('/links/:id/places', { summary: 'A', responses }).params).toEqual({ id: Id })
  expect(ownerRead('/links/:id', { summary: 'A', responses }).params.id.safeParse('0').success).toBe(false)
  const slug = z.string()
  expect(ownerRead('/a/:id', { summary: 'A', params: { id: slug }, responses }).params).toEqual({ id: slug })
  for (const path of ['/links', '/links/:idea'] as const)
    expect('params' in ownerRead(path, { summary: 'A', responses }), path).toBe(false)
})

test('a bulk write takes a selection, and responses of its own besides the common one', () => {
  const write = { summary: 'A', purges: [], audit: 'A' } as const
  const shown = bulkWrite('/links/check', write, { 409: failure('Checks are off') })
  expect(shown).toMatchObject({ method: 'POST', access: 'owner', idempotent: true, body: Selection })
  expect(Object.keys(shown.responses)).toEqual(['200', '409'])
  const wider = z.extend(Selection, { mark: z.string() })
  expect(bulkWrite('/links/mark', { ...write, body: wider }).body).toBe(wider)
})

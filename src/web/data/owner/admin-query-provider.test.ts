import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../queries.ts'
import { createAdminQueryClient } from './admin-query-provider.tsx'

const queryKey = ['list']

/** A query whose reads end in the order of `end`, each with its number. */
function countedReads() {
  const ends: (() => void)[] = []
  const queryFn = () => {
    const number = ends.length + 1
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  }
  const end = async (number: number) => {
    await expect.poll(() => ends.length).toBe(number)
    ends[number - 1]!()
  }
  return { queryFn, end, count: () => ends.length }
}

test('a change during the first read of a query that is shown is followed by another read', async () => {
  const client = createAdminQueryClient(createQueryClient('browser'))
  const reads = countedReads()
  const stop = new QueryObserver(client, { queryKey, queryFn: reads.queryFn }).subscribe(() => {})
  const invalidated = client.invalidateQueries()
  await reads.end(1)
  await reads.end(2)
  await invalidated
  expect(client.getQueryData(queryKey)).toBe(2)
  expect(reads.count()).toBe(2)
  stop()
})

test('a change during a read of a query that is not shown makes it stale', async () => {
  const client = createAdminQueryClient(createQueryClient('browser'))
  const reads = countedReads()
  const first = client.fetchQuery({ queryKey, queryFn: reads.queryFn })
  const invalidated = client.invalidateQueries({ queryKey })
  await reads.end(1)
  expect(await first).toBe(1)
  await invalidated
  const second = client.fetchQuery({ queryKey, queryFn: reads.queryFn })
  await reads.end(2)
  expect(await second).toBe(2)
})

test('a change during a later read restarts it', async () => {
  const client = createAdminQueryClient(createQueryClient('browser'))
  const reads = countedReads()
  client.setQueryData(queryKey, 0, { updatedAt: 1 })
  const stop = new QueryObserver(client, { queryKey, queryFn: reads.queryFn }).subscribe(() => {})
  const invalidated = client.invalidateQueries()
  await reads.end(2)
  await invalidated
  expect(client.getQueryData(queryKey)).toBe(2)
  expect(reads.count()).toBe(2)
  stop()
})

test('a change during a read that fails is followed by another read', async () => {
  const client = createAdminQueryClient(createQueryClient('browser'))
  let reads = 0
  const queryFn = async () => {
    reads += 1
    if (reads === 1) throw new Error('Broken on purpose')
    return reads
  }
  const stop = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {})
  await client.invalidateQueries()
  expect(client.getQueryData(queryKey)).toBe(2)
  stop()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnreachable } from '../db/errors.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { faultOf } from './faults.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function watched() {
  const events: string[] = []
  const state = { answers: false, probes: 0 }
  const watch = createDatabaseWatch({
    async probe() {
      state.probes += 1
      if (!state.answers) throw refused
    },
    onAway: () => events.push('away'),
    onBack: () => events.push('back'),
  })
  return { watch, events, state }
}

test('a read of a silent database is rejected in time, and later reads at once', async () => {
  const { watch, events, state } = watched()
  const first = watch.read(never).catch((error: unknown) => faultOf(error)?.kind)
  await vi.advanceTimersByTimeAsync(2100)
  expect(await first).toBe('unreachable')
  let isRun = false
  const later = watch.read(async () => {
    isRun = true
  })
  await expect(later).rejects.toThrow('The database has not answered')
  expect(isRun).toBe(false)
  state.answers = true
  vi.useRealTimers()
  await vi.waitFor(() => expect(events).toEqual(['away', 'back']), 3000)
  expect(await watch.read(async () => 'read')).toBe('read')
})

test('a slow read is waited for while other queries finish', async () => {
  const { watch, events } = watched()
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = watch.read(() => promise)
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(1000)
    watch.responded()
  }
  resolve('a long list')
  expect(await slow).toBe('a long list')
  expect(events).toEqual([])
})

test('a read that waits for something else than the database does not count as an outage', async () => {
  const { watch, events, state } = watched()
  state.answers = true
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = watch.read(() => promise)
  await vi.advanceTimersByTimeAsync(10_000)
  resolve('a feed with many images')
  expect(await slow).toBe('a feed with many images')
  expect(events).toEqual([])
})

test('a read that ended just before its check leaves no timer and counts as no outage', async () => {
  const { watch, events } = watched()
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = watch.read(() => promise)
  // The event loop was blocked: the timer is over, then the response is read, then immediates run.
  for (const after of [999, 1000, 1001, 1999, 2000, 2001]) setTimeout(() => watch.responded(), after)
  setTimeout(() => resolve('read'), 2000)
  await vi.advanceTimersByTimeAsync(2001)
  expect(await slow).toBe('read')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('a single query that takes too long does not fail other reads', async () => {
  const { watch, events } = watched()
  const { promise, reject } = Promise.withResolvers<string>()
  const slow = watch.read(() => promise)
  await vi.advanceTimersByTimeAsync(500)
  watch.responded()
  reject(new DatabaseUnreachable('the database did not respond in time'))
  await expect(slow).rejects.toThrow('did not respond in time')
  expect(events).toEqual([])
  expect(await watch.read(async () => 'read')).toBe('read')
})

test('an error of the program or of a query does not count as an outage', async () => {
  const { watch, events } = watched()
  await expect(watch.read(() => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake')
  expect(await watch.read(async () => 1)).toBe(1)
  expect(events).toEqual([])
})

test('an outage is probed and reported once, however many reads fail', async () => {
  const { watch, events, state } = watched()
  vi.useRealTimers()
  for (let i = 0; i < 10; i++)
    await Promise.allSettled(Array.from({ length: 100 }, () => watch.read(() => Promise.reject(refused))))
  await vi.waitFor(() => expect(state.probes).toBe(2), 3000)
  expect(events).toEqual(['away'])
  watch.close()
})

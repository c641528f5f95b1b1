import { AggregatorRegistry, Counter, type MetricObject } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createBus } from './bus.ts'
import { createCoordinator, type WorkerHandle } from './coordinator.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose messages are delivered asynchronously, as between processes. */
function worker(coordinator: ReturnType<typeof createCoordinator>) {
  let receive: (messages: FromPrimary[]) => void = () => {}
  const state = { isStuck: false, isPaused: false, isKilled: false }
  const handle: WorkerHandle = {
    send: (messages) => setImmediate(() => state.isStuck || receive(messages)),
    isPaused: () => state.isPaused,
    kill() {
      state.isKilled = true
      coordinator.remove(handle)
    },
  }
  const bus = createBus({
    send: (messages: FromWorker[]) => setImmediate(() => coordinator.receive(handle, messages)),
    onMessages(listener) {
      receive = listener
    },
  })
  const purged: string[] = []
  const synced: boolean[] = []
  bus.onSync((isInSync) => synced.push(isInSync))
  bus.listen(({ tag }) => purged.push(tag))
  return { ...bus, purged, synced, state, handle }
}

function requests(value: number): Promise<MetricObject> {
  const counter = new Counter({ name: 'requests', help: 'Requests', registers: [] })
  counter.inc(value)
  return counter.get()
}

async function sums({ measureAll }: ReturnType<typeof worker>): Promise<{ requests: number; silent: number }> {
  const text = await AggregatorRegistry.aggregate(await measureAll()).metrics()
  const sumOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  return { requests: sumOf('requests'), silent: sumOf('dewlight_processes_silent') }
}

async function threeWorkers() {
  const coordinator = createCoordinator()
  const workers = [worker(coordinator), worker(coordinator), worker(coordinator)] as const
  await workers[0].buckets.consume('opening', 'anyone', { burst: 9, every: 1 })
  return { coordinator, workers }
}

test('a broadcast resolves when every other worker has purged the tag', async () => {
  const { workers } = await threeWorkers()
  await workers[0].broadcast({ tag: 'posts', isSoft: false })
  expect(workers.map(({ purged }) => purged)).toEqual([[], ['posts'], ['posts']])
})

test('concurrent broadcasts all resolve', async () => {
  const { workers } = await threeWorkers()
  await Promise.all(workers.map((worker, index) => worker.broadcast({ tag: `tag ${index}`, isSoft: false })))
  expect(workers[0].purged).toEqual(['tag 1', 'tag 2'])
  expect(workers[2].purged).toEqual(['tag 0', 'tag 1'])
})

/** Lets the time pass second by second, so that the workers can respond to each heartbeat. */
async function passSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    vi.advanceTimersByTime(1000)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

test.for([
  { kind: 'paused', seconds: 5 },
  { kind: 'busy', seconds: 15 },
])('a $kind worker is killed within $seconds s, and an edit that waits for it resolves', async ({ kind, seconds }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { workers } = await threeWorkers()
  await passSeconds(20)
  Object.assign(workers[2].state, { isStuck: true, isPaused: kind === 'paused' })
  let isResolved = false
  const broadcast = workers[0].broadcast({ tag: 'posts', isSoft: false }).then(() => {
    isResolved = true
  })
  await passSeconds(seconds - 1)
  expect(workers[1].purged).toEqual(['posts'])
  expect({ isResolved, isKilled: workers[2].state.isKilled }).toEqual({ isResolved: false, isKilled: false })
  await passSeconds(1)
  await broadcast
  expect(workers.map(({ state }) => state.isKilled)).toEqual([false, false, true])
})

test('a worker that responds again in time is not killed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { workers } = await threeWorkers()
  for (let round = 0; round < 3; round++) {
    workers[2].state.isStuck = true
    await passSeconds(13)
    workers[2].state.isStuck = false
    await passSeconds(2)
  }
  expect(workers[2].state.isKilled).toBe(false)
})

test('a scrape neither kills nor waits for a busy worker: it reports the values of its last response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { workers } = await threeWorkers()
  for (const [i, { measure }] of workers.entries()) measure(async () => [await requests(i + 1)])
  expect(await sums(workers[0])).toEqual({ requests: 6, silent: 0 })
  workers[2].state.isStuck = true
  workers[1].measure(async () => [await requests(20)])
  const scrape = sums(workers[0])
  // Until the others have responded.
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(2000)
  expect(await scrape).toEqual({ requests: 24, silent: 1 })
  vi.advanceTimersByTime(60_000)
  expect(workers.map(({ state }) => state.isKilled)).toEqual([false, false, false])
  workers[2].state.isStuck = false
  expect(await sums(workers[0])).toEqual({ requests: 24, silent: 0 })
})

test('the values of a worker that has exited are not reported', async () => {
  const { coordinator, workers } = await threeWorkers()
  for (const { measure } of workers) measure(async () => [await requests(1)])
  expect((await sums(workers[0])).requests).toBe(3)
  coordinator.remove(workers[2].handle)
  expect((await sums(workers[0])).requests).toBe(2)
})

test('the other workers purge everything when one dies, since it may have died before a broadcast', async () => {
  const { coordinator, workers } = await threeWorkers()
  coordinator.remove(workers[2].handle)
  await workers[0].broadcast({ tag: 'posts', isSoft: false })
  expect(workers[1].purged).toEqual(['', 'posts'])
  expect(workers[0].purged).toEqual([''])
})

test('token buckets are shared by all workers', async () => {
  const { workers } = await threeWorkers()
  const rule = { burst: 3, every: 60_000 }
  const waits = []
  for (const { buckets } of [...workers, ...workers]) waits.push(await buckets.consume('contact', '192.0.2.1', rule))
  expect(waits.slice(0, 3)).toEqual([0, 0, 0])
  for (const wait of waits.slice(3)) expect(wait).toBeGreaterThan(59_000)
  expect(await workers[0].buckets.consume('contact', '192.0.2.2', rule)).toBe(0)
  expect(await workers[0].buckets.consume('newsletter', '192.0.2.1', rule)).toBe(0)
})

test('one worker at a time holds a lock, and a worker that exits gives it back', async () => {
  const { coordinator, workers } = await threeWorkers()
  const events: string[] = []
  const finish: (() => void)[] = []
  const hold = (index: number) =>
    workers[index]!.exclusive('decode', () => {
      events.push(`begin ${index}`)
      return new Promise<void>((resolve) => finish.push(resolve))
    }).then(() => events.push(`end ${index}`))
  void hold(0)
  await vi.waitFor(() => expect(events).toEqual(['begin 0']), 10_000)
  void hold(1)
  const last = hold(2)
  await workers[2].broadcast({ tag: 'a round trip', isSoft: false })
  expect(events).toEqual(['begin 0'])
  finish[0]!()
  await vi.waitFor(() => expect(events).toEqual(['begin 0', 'end 0', 'begin 1']), 10_000)
  coordinator.remove(workers[1].handle)
  await vi.waitFor(() => expect(events.at(-1)).toBe('begin 2'), 10_000)
  finish[2]!()
  await last
})

test('another name is another lock, and an error gives the lock back', async () => {
  const { workers } = await threeWorkers()
  await workers[0].exclusive('decode', async () => {
    expect(await workers[1].exclusive('another', async () => 'at once')).toBe('at once')
  })
  await expect(workers[0].exclusive('decode', () => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
  expect(await workers[1].exclusive('decode', async () => 'afterwards')).toBe('afterwards')
})

test('every worker knows whether purges of other hosts arrive, also one that starts while they do not', async () => {
  let setInSync: (isInSync: boolean) => void = () => {}
  const coordinator = createCoordinator({
    listen() {},
    onSync(onSync) {
      setInSync = onSync
      onSync(true)
    },
  })
  const first = worker(coordinator)
  await vi.waitFor(() => expect(first.synced).toEqual([false, true]), 10_000)
  setInSync(false)
  await vi.waitFor(() => expect(first.synced).toEqual([false, true, false]), 10_000)
  const second = worker(coordinator)
  await vi.waitFor(() => expect(second.synced).toEqual([false, false]), 10_000)
  setInSync(true)
  await vi.waitFor(() => expect(second.synced).toEqual([false, false, true]), 10_000)
  expect(first.synced).toEqual([false, true, false, true])
})

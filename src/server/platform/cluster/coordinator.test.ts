import { afterEach, expect, test, vi } from 'vitest'
import { createBus } from './bus.ts'
import { createCoordinator, type WorkerHandle } from './coordinator.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose messages travel with a turn of the event loop between them, as between processes. */
function worker(coordinator: ReturnType<typeof createCoordinator>) {
  let receive: (messages: FromPrimary[]) => void = () => {}
  const state = { isStuck: false, isKilled: false }
  const handle: WorkerHandle = {
    send: (messages) => setImmediate(() => state.isStuck || receive(messages)),
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
  bus.listen((tag) => purged.push(tag))
  return { ...bus, purged, state, handle }
}

/** Three workers that are open. */
async function three() {
  const coordinator = createCoordinator()
  const workers = [worker(coordinator), worker(coordinator), worker(coordinator)] as const
  await workers[0].buckets.consume('opening', 'anyone', { burst: 9, every: 1 })
  return { coordinator, workers }
}

test('an announcement is over when every other worker has dropped what it kept', async () => {
  const { workers } = await three()
  await workers[0].broadcast('posts')
  expect(workers.map(({ purged }) => purged)).toEqual([[], ['posts'], ['posts']])
})

test('several announcements at once all end', async () => {
  const { workers } = await three()
  await Promise.all(workers.map((one, index) => one.broadcast(`thing ${index}`)))
  expect(workers[0].purged).toEqual(['thing 1', 'thing 2'])
  expect(workers[2].purged).toEqual(['thing 0', 'thing 1'])
})

test('a worker that is stuck is ended, and the announcement with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { workers } = await three()
  workers[2].state.isStuck = true
  let isOver = false
  const announced = workers[0].broadcast('posts').then(() => {
    isOver = true
  })
  await vi.waitFor(() => expect(workers[1].purged).toEqual(['posts']))
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(5000)
  await announced
  expect(workers[2].state.isKilled).toBe(true)
})

test('when a worker ends the others forget all, since it may have changed something unsaid', async () => {
  const { coordinator, workers } = await three()
  coordinator.remove(workers[2].handle)
  await workers[0].broadcast('posts')
  expect(workers[1].purged).toEqual(['', 'posts'])
  expect(workers[0].purged).toEqual([''])
})

test('a client is counted for all workers together', async () => {
  const { workers } = await three()
  const rule = { burst: 3, every: 60_000 }
  const waits = []
  for (const { buckets } of [...workers, ...workers]) waits.push(await buckets.consume('contact', '192.0.2.1', rule))
  expect(waits.slice(0, 3)).toEqual([0, 0, 0])
  for (const wait of waits.slice(3)) expect(wait).toBeGreaterThan(59_000)
  expect(await workers[0].buckets.consume('contact', '192.0.2.2', rule)).toBe(0)
  expect(await workers[0].buckets.consume('newsletter', '192.0.2.1', rule)).toBe(0)
})

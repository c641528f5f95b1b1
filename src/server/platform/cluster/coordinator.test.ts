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

async function threeWorkers() {
  const coordinator = createCoordinator()
  const workers = [worker(coordinator), worker(coordinator), worker(coordinator)] as const
  await workers[0].buckets.consume('opening', 'anyone', { burst: 9, every: 1 })
  return { coordinator, workers }
}

test('a broadcast resolves when every other worker has purged the tag', async () => {
  const { workers } = await threeWorkers()
  await workers[0].broadcast('posts')
  expect(workers.map(({ purged }) => purged)).toEqual([[], ['posts'], ['posts']])
})

test('concurrent broadcasts all resolve', async () => {
  const { workers } = await threeWorkers()
  await Promise.all(workers.map((worker, index) => worker.broadcast(`tag ${index}`)))
  expect(workers[0].purged).toEqual(['tag 1', 'tag 2'])
  expect(workers[2].purged).toEqual(['tag 0', 'tag 1'])
})

test('a worker that does not acknowledge in time is killed, and the broadcast resolves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { workers } = await threeWorkers()
  workers[2].state.isStuck = true
  let isResolved = false
  const broadcast = workers[0].broadcast('posts').then(() => {
    isResolved = true
  })
  await vi.waitFor(() => expect(workers[1].purged).toEqual(['posts']))
  expect(isResolved).toBe(false)
  vi.advanceTimersByTime(5000)
  await broadcast
  expect(workers[2].state.isKilled).toBe(true)
})

test('the other workers purge everything when one dies, since it may have died before a broadcast', async () => {
  const { coordinator, workers } = await threeWorkers()
  coordinator.remove(workers[2].handle)
  await workers[0].broadcast('posts')
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
  await vi.waitFor(() => expect(events).toEqual(['begin 0']))
  void hold(1)
  const last = hold(2)
  await workers[2].broadcast('a round trip')
  expect(events).toEqual(['begin 0'])
  finish[0]!()
  await vi.waitFor(() => expect(events).toEqual(['begin 0', 'end 0', 'begin 1']))
  coordinator.remove(workers[1].handle)
  await vi.waitFor(() => expect(events.at(-1)).toBe('begin 2'))
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

import { afterEach, expect, test, vi } from 'vitest'
import type { FromPrimary, FromWorker } from './messages.ts'
import { createPeers } from './peers.ts'
import { createSwitchboard, type Extension } from './switchboard.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose messages travel with a turn of the event loop between them, as between processes. */
function worker(switchboard: ReturnType<typeof createSwitchboard>) {
  let receive: (messages: FromPrimary[]) => void = () => {}
  const state = { isStuck: false, isKilled: false }
  const extension: Extension = {
    send: (messages) => setImmediate(() => state.isStuck || receive(messages)),
    kill() {
      state.isKilled = true
      switchboard.remove(extension)
    },
  }
  const peers = createPeers({
    send: (messages: FromWorker[]) => setImmediate(() => switchboard.receive(extension, messages)),
    onMessages(listener) {
      receive = listener
    },
  })
  const dropped: string[] = []
  peers.listen((what) => dropped.push(what))
  return { ...peers, dropped, state, extension }
}

/** Three workers that are open. */
async function three() {
  const switchboard = createSwitchboard()
  const workers = [worker(switchboard), worker(switchboard), worker(switchboard)] as const
  await workers[0].buckets.take('opening', 'anyone', { burst: 9, every: 1 })
  return { switchboard, workers }
}

test('an announcement is over when every other worker has dropped what it kept', async () => {
  const { workers } = await three()
  await workers[0].announce('posts')
  expect(workers.map(({ dropped }) => dropped)).toEqual([[], ['posts'], ['posts']])
})

test('several announcements at once all end', async () => {
  const { workers } = await three()
  await Promise.all(workers.map((one, index) => one.announce(`thing ${index}`)))
  expect(workers[0].dropped).toEqual(['thing 1', 'thing 2'])
  expect(workers[2].dropped).toEqual(['thing 0', 'thing 1'])
})

test('a worker that is stuck is ended, and the announcement with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { workers } = await three()
  workers[2].state.isStuck = true
  let isOver = false
  const announced = workers[0].announce('posts').then(() => {
    isOver = true
  })
  await vi.waitFor(() => expect(workers[1].dropped).toEqual(['posts']))
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(5000)
  await announced
  expect(workers[2].state.isKilled).toBe(true)
})

test('when a worker ends the others forget all, since it may have changed something unsaid', async () => {
  const { switchboard, workers } = await three()
  switchboard.remove(workers[2].extension)
  await workers[0].announce('posts')
  expect(workers[1].dropped).toEqual(['', 'posts'])
  expect(workers[0].dropped).toEqual([''])
})

test('a client is counted for all workers together', async () => {
  const { workers } = await three()
  const rule = { burst: 3, every: 60_000 }
  const waits = []
  for (const { buckets } of [...workers, ...workers]) waits.push(await buckets.take('contact', '192.0.2.1', rule))
  expect(waits.slice(0, 3)).toEqual([0, 0, 0])
  for (const wait of waits.slice(3)) expect(wait).toBeGreaterThan(59_000)
  expect(await workers[0].buckets.take('contact', '192.0.2.2', rule)).toBe(0)
  expect(await workers[0].buckets.take('newsletter', '192.0.2.1', rule)).toBe(0)
})

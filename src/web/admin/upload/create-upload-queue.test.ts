import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { ApiError } from '../../data/api.ts'
import { createUploadQueue, type UploadQueue } from './create-upload-queue.ts'
import type { StoredUpload } from './stored-uploads.ts'
import { NotLoaded, UnusableFile } from './upload-failure.ts'
import type { SendOptions } from './upload-state.ts'

type Sent = SendOptions & { file: File; resolve: () => void; reject: (error: Error) => void }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue whose server, store and connection the test plays. */
function play({ stored = [], room = Number.POSITIVE_INFINITY }: { stored?: StoredUpload[]; room?: number } = {}) {
  const rows = new Map(stored.map((row) => [row.id, row]))
  const sent: Sent[] = []
  const preparing: { file: File; resolve: (file: File) => void; reject: (error: Error) => void }[] = []
  let reconnect = () => {}
  let keys = 0
  const queue = createUploadQueue({
    prepare: (file) => new Promise((resolve, reject) => preparing.push({ file, resolve, reject })),
    send: (file, options) =>
      new Promise((resolve, reject) => {
        sent.push({ ...options, file, reject, resolve: () => resolve({ id: sent.length } as OwnerImage) })
        options.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      }),
    store: {
      async put(row) {
        if (rows.size >= room && !rows.has(row.id)) throw new Error('full')
        rows.set(row.id, row)
      },
      async remove(id) {
        rows.delete(id)
      },
      adopt: async () => [...rows.values()],
    },
    newKey: () => `key ${++keys}`,
    onReconnect: (listener) => {
      reconnect = listener
    },
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const prepareAll = async () => {
    for (let prepared = preparing.shift(); prepared; prepared = preparing.shift()) {
      prepared.resolve(prepared.file)
      await settle()
    }
  }
  return { queue, rows, sent, preparing, settle, prepareAll, reconnect: () => reconnect() }
}

const photos = (count: number) => Array.from({ length: count }, (_, index) => new File(['x'], `photo ${index}.jpg`))
const statesOf = (queue: UploadQueue) => queue.items().map(({ state }) => state)
const lost = () => new ApiError(0, {}, 'The connection was lost')

test('one file is prepared at a time and three are sent at a time', async () => {
  const { queue, sent, preparing, prepareAll } = play()
  queue.add(photos(8))
  expect(statesOf(queue).filter((state) => state === 'preparing')).toHaveLength(1)
  expect(preparing).toHaveLength(1)
  await prepareAll()
  expect(sent).toHaveLength(3)
  expect(statesOf(queue).filter((state) => state === 'uploading')).toHaveLength(3)
})

test('no more files are prepared ahead than memory has a bound for', async () => {
  const { queue, preparing, prepareAll, sent, settle } = play()
  queue.add(photos(20))
  await prepareAll()
  // Three are being sent and three wait.
  expect(preparing).toHaveLength(0)
  expect(statesOf(queue).filter((state) => state === 'waiting')).toHaveLength(17)
  sent[0]!.resolve()
  await settle()
  expect(preparing).toHaveLength(1)
})

test('a lost connection pauses the queue, which goes on by itself with the same keys', async () => {
  const { queue, sent, prepareAll, settle } = play()
  queue.add(photos(3))
  await prepareAll()
  for (const { reject } of [...sent]) reject(lost())
  await settle()
  expect(queue.state().pause).toBe('no-connection')
  expect(statesOf(queue)).toEqual(['waiting', 'waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(queue.state().pause).toBeUndefined()
  expect(sent).toHaveLength(6)
  expect(sent.slice(3).map(({ key }) => key)).toEqual(sent.slice(0, 3).map(({ key }) => key))
})

test('the pauses grow to half a minute, and a connection that is back ends them', async () => {
  const { queue, sent, prepareAll, settle, reconnect } = play()
  queue.add(photos(1))
  await prepareAll()
  for (const ms of [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]) {
    sent.at(-1)!.reject(lost())
    await settle()
    const before = sent.length
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(sent).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(before + 1)
  }
  sent.at(-1)!.reject(lost())
  await settle()
  const before = sent.length
  reconnect()
  expect(sent).toHaveLength(before + 1)
})

test('a refused file fails with its sentence, and the others go on', async () => {
  const { queue, sent, prepareAll, settle } = play()
  const [first] = queue.add(photos(2))
  await prepareAll()
  sent[0]!.reject(new ApiError(422, { message: 'This picture is damaged.' }, ''))
  sent[1]!.resolve()
  await settle()
  expect(queue.find(first!.id)).toMatchObject({ state: 'failed', error: 'This picture is damaged.' })
  expect(statesOf(queue)).toEqual(['failed', 'done'])
  queue.retry(first!.id)
  expect(queue.find(first!.id)!.error).toBeUndefined()
  await prepareAll()
  sent[2]!.resolve()
  await settle()
  expect(statesOf(queue)).toEqual(['done', 'done'])
})

test('a file that cannot be prepared fails with its sentence', async () => {
  const { queue, preparing, settle, prepareAll, sent } = play()
  queue.add(photos(2))
  preparing.shift()!.reject(new UnusableFile('This file is not a picture.'))
  await settle()
  await prepareAll()
  expect(queue.items()[0]).toMatchObject({ state: 'failed', error: 'This file is not a picture.' })
  expect(sent).toHaveLength(1)
})

test('a file whose preparation needs the connection waits for it, and the others are prepared meanwhile', async () => {
  const { queue, preparing, settle, prepareAll, sent } = play()
  queue.add(photos(2))
  preparing.shift()!.reject(new NotLoaded(0))
  await settle()
  expect(queue.state().pause).toBe('no-connection')
  await prepareAll()
  expect(statesOf(queue)).toEqual(['waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(queue.state().pause).toBeUndefined()
  await prepareAll()
  for (const { resolve } of [...sent]) resolve()
  await settle()
  expect(statesOf(queue)).toEqual(['done', 'done'])
})

test('a file whose preparation cannot be loaded from a site that responds fails in the end, with a sentence', async () => {
  const { queue, preparing } = play()
  queue.add(photos(1))
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    preparing.shift()!.reject(new NotLoaded(200))
    await vi.advanceTimersByTimeAsync(30_000)
  }
  expect(preparing).toHaveLength(0)
  expect(queue.items()[0]).toMatchObject({
    state: 'failed',
    error:
      'The part of the admin that opens pictures could not be loaded. Please reload the page and choose the file again.',
  })
})

test('a file whose preparation the site has removed fails at once, with the same sentence', async () => {
  const { queue, preparing, settle } = play()
  queue.add(photos(1))
  preparing.shift()!.reject(new NotLoaded(404))
  await settle()
  expect(queue.items()[0]).toMatchObject({ state: 'failed', error: new NotLoaded(404).message })
  expect(queue.state().pause).toBeUndefined()
})

test('a server that keeps failing ends the attempts', async () => {
  const { queue, sent, prepareAll } = play()
  queue.add(photos(1))
  await prepareAll()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(sent).toHaveLength(attempt)
    sent.at(-1)!.reject(new ApiError(503, { message: 'Not now.' }, ''))
    await vi.advanceTimersByTimeAsync(30_000)
  }
  expect(sent).toHaveLength(6)
  expect(queue.items()[0]).toMatchObject({ state: 'failed', error: 'Not now.' })
})

test('a connection that is too slow for three files side by side is given one', async () => {
  const { queue, sent, prepareAll, settle } = play()
  queue.add(photos(4))
  await prepareAll()
  for (const { reject } of [...sent]) reject(new ApiError(408, { message: 'Too slow' }, ''))
  await settle()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toHaveLength(4)
})

test('an expired session pauses the queue until it is resumed', async () => {
  const { queue, sent, prepareAll, settle } = play()
  queue.add(photos(1))
  await prepareAll()
  sent[0]!.reject(new ApiError(401, { message: 'Please sign in' }, ''))
  await settle()
  expect(queue.state().pause).toBe('signed-out')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(1)
  queue.resume()
  expect(sent).toHaveLength(2)
})

test('a cancelled upload stops and makes room for the next', async () => {
  const { queue, sent, prepareAll, rows, settle } = play()
  const [first] = queue.add(photos(4))
  await prepareAll()
  queue.cancel(first!.id)
  await settle()
  expect(sent[0]!.signal.aborted).toBe(true)
  expect(sent).toHaveLength(4)
  expect(statesOf(queue)).toEqual(['cancelled', 'uploading', 'uploading', 'uploading'])
  expect(rows.has(first!.id)).toBe(false)
})

test('files are stored until they are uploaded, smaller once they are prepared', async () => {
  const { queue, sent, preparing, rows, settle } = play()
  const [item] = queue.add(photos(1))
  await settle()
  expect(rows.get(item!.id)).toMatchObject({ isPrepared: false, file: item!.file })
  const smaller = new File(['y'], 'photo 0.jpg')
  preparing.shift()!.resolve(smaller)
  await settle()
  expect(rows.get(item!.id)).toMatchObject({ isPrepared: true, file: smaller })
  expect(sent[0]!.file).toBe(smaller)
  sent[0]!.resolve()
  await settle()
  expect(rows.size).toBe(0)
})

test('what an earlier page left goes on, prepared files with their keys', async () => {
  const file = new File(['x'], 'photo.jpg')
  const stored = [
    { id: 'a', key: 'prepared', file, isPrepared: true, addedAt: 1 },
    { id: 'b', key: 'original', file, isPrepared: false, addedAt: 2 },
  ]
  const { queue, sent, prepareAll } = play({ stored })
  await Promise.all([queue.restore(), queue.restore()])
  expect(queue.items()).toHaveLength(2)
  await prepareAll()
  expect(sent.map(({ key }) => key)).toEqual(['prepared', 'key 1'])
})

test('files without room in the browser are uploaded all the same, and counted', async () => {
  const { queue, sent, prepareAll, settle } = play({ room: 1 })
  queue.add(photos(3))
  // While they are being stored, nothing is said about room.
  expect(queue.state().unstored).toBe(0)
  await settle()
  expect(queue.state().unstored).toBe(2)
  await prepareAll()
  for (const { resolve } of [...sent]) resolve()
  await settle()
  expect(statesOf(queue)).toEqual(['done', 'done', 'done'])
  expect(queue.state().unstored).toBe(0)
})

test('discarding stops everything and leaves nothing in the browser', async () => {
  const { queue, sent, prepareAll, rows, settle } = play()
  queue.add(photos(3))
  await prepareAll()
  queue.discard()
  await settle()
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  expect([queue.items(), rows.size]).toEqual([[], 0])
})

test('the list is the same array until something changes, and listeners hear of it', async () => {
  const { queue } = play()
  const listener = vi.fn()
  const stop = queue.subscribe(listener)
  const before = queue.items()
  expect(queue.items()).toBe(before)
  queue.add(photos(1))
  expect(listener).toHaveBeenCalled()
  expect(queue.items()).not.toBe(before)
  stop()
  listener.mockClear()
  queue.add(photos(1))
  expect(listener).not.toHaveBeenCalled()
})

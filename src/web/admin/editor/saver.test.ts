import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditablePost } from '../../../contract/posts.ts'
import { ApiError } from '../../data/api.ts'
import { emptyFields, type PostFields, toInput } from './post-fields.ts'
import { type Attempt, createSaver, type FollowUps, type SaveStatus, type Snapshot } from './saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A saver with a server whose responses the test controls. */
function startSaver(post?: { id: number; version: number }) {
  const sent: (Attempt & { response: (version: number) => void; fail: (error: Error) => void })[] = []
  const saved: { title: string; wasCreated: boolean }[] = []
  const failed: SaveStatus['kind'][] = []
  const followUps: string[] = []
  const saver = createSaver({
    post,
    send: (attempt) =>
      new Promise((resolve, reject) => {
        sent.push({ ...attempt, response: (version) => resolve(stored(attempt.fields, version)), fail: reject })
      }),
    onSaved({ attempt, wasCreated }) {
      saved.push({ title: attempt.fields.title, wasCreated })
      if (attempt.startNew) followUps.push(`new form after ${attempt.fields.title}`)
      if (attempt.preview) followUps.push(`preview of ${attempt.fields.title}`)
    },
    onFailed({ attempt, status }) {
      failed.push(status.kind)
      if (attempt.preview) followUps.push('preview cancelled')
    },
  })
  return { saver, sent, saved, failed, followUps }
}

const flush = () => vi.advanceTimersByTimeAsync(0)
const noNetwork = () => new TypeError('Failed to fetch')

function snapshot(title: string, followUps: FollowUps = {}): Snapshot {
  const fields = { ...emptyFields(new Date(0)), title }
  return { fields, input: toInput(fields, 'Dewlight'), ...followUps }
}

function stored(fields: PostFields, version: number): EditablePost {
  return {
    ...toInput(fields, 'Dewlight'),
    id: 7,
    version,
    status: 'draft',
    categoryName: null,
    picture: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}

test('saves during a save are queued, and only the newest is sent', async () => {
  const { saver, sent, saved } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  saver.save(snapshot('two'))
  saver.save(snapshot('three'))
  expect(sent).toHaveLength(1)
  expect(saver.status()).toEqual({ kind: 'saving' })
  sent[0]!.response(2)
  await flush()
  expect(sent.map((attempt) => [attempt.fields.title, attempt.version])).toEqual([
    ['one', 1],
    ['three', 2],
  ])
  sent[1]!.response(3)
  await flush()
  expect(saved.map(({ title }) => title)).toEqual(['one', 'three'])
  expect(saver.status()).toEqual({ kind: 'idle' })
})

test('a save while a new post is being created updates that post instead of creating a second one', async () => {
  const { saver, sent, saved } = startSaver()
  saver.save(snapshot('one'))
  saver.save(snapshot('two'))
  sent[0]!.response(1)
  await flush()
  expect(sent.map(({ id, version }) => [id, version])).toEqual([
    [undefined, undefined],
    [7, 1],
  ])
  sent[1]!.response(2)
  await flush()
  expect(saved).toEqual([
    { title: 'one', wasCreated: true },
    { title: 'two', wasCreated: false },
  ])
})

test('a lost response is retried under the same key before anything newer is sent', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  sent[0]!.fail(noNetwork())
  await flush()
  saver.save(snapshot('two'))
  expect(sent[1]).toMatchObject({ key: sent[0]!.key, version: 1, fields: { title: 'one' } })
  sent[1]!.response(2)
  await flush()
  expect(sent[2]).toMatchObject({ version: 2, fields: { title: 'two' } })
  expect(sent[2]!.key).not.toBe(sent[0]!.key)
})

test('the first retry is silent, then the failure is shown and retried with exponential backoff', async () => {
  const { saver, sent, failed, saved } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  sent[0]!.fail(noNetwork())
  await flush()
  expect(saver.status()).toEqual({ kind: 'saving' })
  await vi.advanceTimersByTimeAsync(500)
  sent[1]!.fail(noNetwork())
  await flush()
  expect(saver.status()).toEqual({ kind: 'failed', why: 'offline' })
  await vi.advanceTimersByTimeAsync(1999)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  sent[2]!.fail(new ApiError(503, {}, 'Busy'))
  await flush()
  expect(saver.status()).toEqual({ kind: 'failed', why: 'server' })
  await vi.advanceTimersByTimeAsync(4000)
  sent[3]!.response(2)
  await flush()
  expect(saver.status()).toEqual({ kind: 'idle' })
  expect(failed).toEqual(['failed'])
  expect(saved).toEqual([{ title: 'one', wasCreated: false }])
})

test('a second save of the same text during the request sends nothing', async () => {
  const { saver, sent, saved } = startSaver()
  saver.save(snapshot('one'))
  saver.save(snapshot('one'))
  sent[0]!.response(1)
  await flush()
  expect(sent).toHaveLength(1)
  expect(saved).toHaveLength(1)
})

const startNew = { startNew: true }
const preview = { preview: true }

test.each([
  { clicks: [{}, startNew], follows: ['new form after one'] },
  { clicks: [startNew, {}], follows: [] },
  { clicks: [startNew, {}, startNew], follows: ['new form after one'] },
  { clicks: [preview, {}], follows: ['preview of one'] },
  { clicks: [{}, preview], follows: ['preview of one'] },
  { clicks: [preview, startNew], follows: ['new form after one', 'preview of one'] },
])('of several clicks during a save of one text the last decides what follows: $clicks', async ({
  clicks,
  follows,
}) => {
  const { saver, sent, followUps } = startSaver()
  for (const click of clicks) saver.save(snapshot('one', click))
  sent[0]!.response(1)
  await flush()
  expect(sent).toHaveLength(1)
  expect(followUps).toEqual(follows)
})

test.each([
  { clicks: [{}, startNew], follows: ['new form after one'] },
  { clicks: [startNew, {}], follows: [] },
])('the last click also decides while a save is failing: $clicks', async ({ clicks: [first, last], follows }) => {
  const { saver, sent, followUps } = startSaver()
  saver.save(snapshot('one', first))
  sent[0]!.fail(noNetwork())
  await vi.advanceTimersByTimeAsync(500)
  sent[1]!.fail(noNetwork())
  await flush()
  expect(saver.status()).toEqual({ kind: 'failed', why: 'offline' })
  saver.save(snapshot('one', last))
  expect(sent.map(({ key }) => key)).toEqual(Array(3).fill(sent[0]!.key))
  sent[2]!.response(1)
  await flush()
  expect(followUps).toEqual(follows)
  expect(saver.status()).toEqual({ kind: 'idle' })
})

test.each([
  { clicks: [{}, startNew], follows: ['new form after longer'] },
  { clicks: [startNew, {}], follows: [] },
  { clicks: [preview, {}], follows: ['preview of one'] },
  { clicks: [{}, preview, {}], follows: ['preview of longer'] },
  { clicks: [{}, startNew, {}], follows: [] },
])('the last click decides where the text was changed in between: $clicks', async ({ clicks, follows }) => {
  const { saver, sent, followUps } = startSaver()
  clicks.forEach((click, i) => {
    saver.save(snapshot(i === 0 ? 'one' : 'longer', click))
  })
  sent[0]!.response(1)
  await flush()
  sent[1]!.response(2)
  await flush()
  expect(sent.map(({ id, fields }) => [id, fields.title])).toEqual([
    [undefined, 'one'],
    [7, 'longer'],
  ])
  expect(followUps).toEqual(follows)
})

test('a preview whose save is rejected waits for the newer text', async () => {
  const { saver, sent, followUps } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('no', preview))
  saver.save(snapshot('better'))
  sent[0]!.fail(new ApiError(422, { message: 'Another post has this slug' }, ''))
  await flush()
  sent[1]!.response(2)
  await flush()
  expect(followUps).toEqual(['preview of better'])
})

test('a preview is cancelled once when its save fails, and does not open when a retry succeeds', async () => {
  const { saver, sent, followUps } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  sent[0]!.fail(noNetwork())
  await vi.advanceTimersByTimeAsync(500)
  sent[1]!.fail(noNetwork())
  await flush()
  expect(followUps).toEqual([])
  saver.save(snapshot('one', preview))
  sent[2]!.fail(noNetwork())
  await flush()
  expect(followUps).toEqual(['preview cancelled'])
  saver.save(snapshot('longer', preview))
  sent[3]!.fail(noNetwork())
  await flush()
  expect(followUps).toEqual(['preview cancelled', 'preview cancelled'])
  saver.retryNow()
  sent[4]!.response(2)
  await flush()
  sent[5]!.response(3)
  await flush()
  expect(followUps).toEqual(['preview cancelled', 'preview cancelled'])
})

test('a conflict cancels the preview of the text that waited', async () => {
  const { saver, sent, followUps } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('mine'))
  saver.save(snapshot('mine, longer', preview))
  sent[0]!.fail(
    new ApiError(409, { message: 'Saved elsewhere', current: stored(snapshot('x').fields, 5) } as never, ''),
  )
  await flush()
  expect(followUps).toEqual(['preview cancelled'])
})

test('retryNow does not send a request twice', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  sent[0]!.fail(noNetwork())
  await flush()
  saver.retryNow()
  saver.retryNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
})

test('a conflict stops all saves until the owner resolves it', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('mine'))
  saver.save(snapshot('mine, longer'))
  const current = stored(snapshot('theirs').fields, 5)
  sent[0]!.fail(new ApiError(409, { message: 'Saved elsewhere', current } as never, ''))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(saver.status()).toEqual({ kind: 'conflict', current })
  expect(failed).toEqual(['conflict'])
  saver.rebase(current)
  saver.save(snapshot('mine'))
  expect(sent[1]).toMatchObject({ id: 7, version: 5 })
})

test('a rejected save is not retried, but a queued newer text is sent', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('no'))
  saver.save(snapshot('better'))
  sent[0]!.fail(new ApiError(422, { message: 'Another post has this slug' }, ''))
  await flush()
  expect(failed).toEqual([])
  sent[1]!.fail(new ApiError(400, { message: 'Wrong' }, ''))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
  expect(saver.status().kind).toBe('refused')
  expect(failed).toEqual(['refused'])
})

test('an expired sign-in stops retries until retryNow repeats the same request', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  sent[0]!.fail(new ApiError(401, {}, 'Unauthorized'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(saver.status()).toEqual({ kind: 'failed', why: 'signed-out' })
  expect(failed).toEqual(['failed'])
  saver.retryNow()
  expect(sent[1]!.key).toBe(sent[0]!.key)
})

test('a stopped saver does not retry', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('one'))
  saver.stop()
  sent[0]!.fail(noNetwork())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

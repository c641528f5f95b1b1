import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { ApiError } from '../../data/api.ts'
import { emptyFields, type PostFields, toDraft, toInput } from './post-fields.ts'
import type { SaveStatus } from './save-status.ts'
import { type Attempt, createSaver, type FollowUps, type Snapshot } from './saver.ts'

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
    creationKey: 'the-writer',
    send: (attempt) =>
      new Promise((resolve, reject) => {
        sent.push({ ...attempt, response: (version) => resolve({ id: 7, version }), fail: reject })
      }),
    onStored({ attempt, wasCreated }) {
      if (attempt.verb !== 'autosave') saved.push({ title: attempt.fields.title, wasCreated })
      if (attempt.startNew) followUps.push(`new form after ${attempt.fields.title}`)
    },
    onFailed({ isSave, status }) {
      failed.push(isSave ? status.kind : (`autosave ${status.kind}` as never))
    },
  })
  return { saver, sent, saved, failed, followUps }
}

const flush = () => vi.advanceTimersByTimeAsync(0)
const noNetwork = () => new TypeError('Failed to fetch')
const text = (title: string): PostFields => ({ ...emptyFields(new Date(0)), title })

function snapshot(title: string, followUps: FollowUps = {}): Snapshot {
  const fields = text(title)
  return { fields, input: toInput(fields, 'Dewlight'), ...followUps }
}

function stored(fields: PostFields, version: number): EditablePost {
  return {
    ...toInput(fields, 'Dewlight'),
    id: 7,
    version,
    status: 'draft',
    kind: 'post',
    draft: toDraft(fields),
    draftedAt: null,
    categoryName: null,
    picture: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}

const conflictWith = (current: EditablePost) => new ApiError(409, { message: 'Saved elsewhere', current } as never, '')

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

test.each([
  { clicks: [{}, startNew], follows: ['new form after one'] },
  { clicks: [startNew, {}], follows: [] },
  { clicks: [startNew, {}, startNew], follows: ['new form after one'] },
])(
  'of several clicks during a save of one text the last decides what follows: $clicks',
  async ({ clicks, follows }) => {
    const { saver, sent, followUps } = startSaver()
    for (const click of clicks) saver.save(snapshot('one', click))
    sent[0]!.response(1)
    await flush()
    expect(sent).toHaveLength(1)
    expect(followUps).toEqual(follows)
  },
)

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

test('text is autosaved a second after the last key, and at most five seconds after the first', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.type(text('a'))
  await vi.advanceTimersByTimeAsync(999)
  expect(sent).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toMatchObject([{ verb: 'autosave', id: 7, version: 1, fields: { title: 'a' } }])
  sent[0]!.response(2)
  await flush()
  for (let typed = 1; typed <= 60; typed++) {
    saver.type(text('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(sent).toHaveLength(2)
  expect(sent[1]!.fields.title).toHaveLength(50)
})

test('text typed during an autosave waits for its response, and equal text is not sent again', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.type(text('one'))
  await vi.advanceTimersByTimeAsync(1000)
  saver.type(text('one two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  sent[0]!.response(2)
  await flush()
  expect(sent[1]).toMatchObject({ version: 2, fields: { title: 'one two' } })
  sent[1]!.response(3)
  await flush()
  saver.type(text('one two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(2)
})

test('a save supersedes a scheduled autosave and waits for one in flight', async () => {
  const { saver, sent, saved } = startSaver({ id: 7, version: 1 })
  saver.type(text('one'))
  await vi.advanceTimersByTimeAsync(1000)
  saver.type(text('one two'))
  saver.save(snapshot('one two'))
  expect(sent).toHaveLength(1)
  expect(saver.status()).toEqual({ kind: 'saving' })
  sent[0]!.response(2)
  await flush()
  expect(sent[1]).toMatchObject({ verb: 'publish', version: 2 })
  sent[1]!.response(3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(2)
  expect(saved).toEqual([{ title: 'one two', wasCreated: false }])
})

test('a new post that is kept as a draft is created first, under the key of its writer', async () => {
  const { saver, sent, saved } = startSaver()
  saver.save({ fields: text('one') })
  expect(sent).toMatchObject([{ verb: 'autosave', id: undefined, key: 'the-writer' }])
  sent[0]!.response(1)
  await flush()
  expect(sent[1]).toMatchObject({ verb: 'keep', id: 7, version: 1 })
  sent[1]!.response(2)
  await flush()
  expect(saved).toEqual([{ title: 'one', wasCreated: false }])
})

test('an autosave never reports a failure, and a save reports one only with a response', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.type(text('one'))
  await vi.advanceTimersByTimeAsync(1000)
  sent[0]!.fail(new ApiError(503, {}, 'Busy'))
  await vi.advanceTimersByTimeAsync(500)
  sent[1]!.fail(new ApiError(503, {}, 'Busy'))
  await flush()
  expect(saver.status()).toEqual({ kind: 'failed', why: 'server' })
  expect(failed).toEqual([])
  saver.save(snapshot('one two'))
  sent[2]!.fail(noNetwork())
  await flush()
  expect(saver.status()).toEqual({ kind: 'failed', why: 'offline' })
  expect(failed).toEqual([])
  saver.retryNow()
  sent[3]!.fail(new ApiError(500, {}, 'Broken'))
  await flush()
  expect(failed).toEqual(['failed'])
  expect(sent.map(({ key }) => key)).toEqual(Array(4).fill(sent[0]!.key))
})

test('flush sends at once and resolves when the server has the text', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  expect(await saver.flush()).toBe(true)
  saver.type(text('one'))
  const flushed = saver.flush()
  expect(sent).toHaveLength(1)
  sent[0]!.response(2)
  expect(await flushed).toBe(true)
})

test('flush resolves to false when a retry has failed, in a conflict, and for a rejected text', async () => {
  const { saver, sent } = startSaver({ id: 7, version: 1 })
  saver.type(text('one'))
  const offline = saver.flush()
  sent[0]!.fail(noNetwork())
  await vi.advanceTimersByTimeAsync(500)
  sent[1]!.fail(noNetwork())
  expect(await offline).toBe(false)
  const conflicting = saver.flush()
  sent[2]!.fail(conflictWith(stored(text('theirs'), 5)))
  expect(await conflicting).toBe(false)
  saver.rebase({ id: 7, version: 5 })
  saver.type(text('two'))
  const refused = saver.flush()
  sent[3]!.fail(new ApiError(413, {}, 'Too large'))
  expect(await refused).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(4)
})

test('what a save was rejected for is autosaved, and the rejection stays until the text changes', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.save(snapshot('taken slug'))
  sent[0]!.fail(new ApiError(422, { message: 'Another post has this slug' }, ''))
  await flush()
  expect(sent[1]).toMatchObject({ verb: 'autosave', fields: { title: 'taken slug' } })
  sent[1]!.response(2)
  await flush()
  expect(saver.status().kind).toBe('refused')
  expect(failed).toEqual(['refused'])
  saver.type(text('another slug'))
  expect(saver.status().kind).toBe('idle')
})

test('a conflict of an autosave with the same text is ignored', async () => {
  const { saver, sent, failed } = startSaver({ id: 7, version: 1 })
  saver.type(text('same'))
  await vi.advanceTimersByTimeAsync(1000)
  sent[0]!.fail(conflictWith(stored(text('same'), 5)))
  await flush()
  expect(failed).toEqual([])
  expect(saver.base()).toEqual({ id: 7, version: 5 })
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
  const current = stored(text('theirs'), 5)
  sent[0]!.fail(conflictWith(current))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(saver.status()).toEqual({ kind: 'conflict', current, wasSave: true })
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
  expect(sent.filter(({ verb }) => verb === 'publish')).toHaveLength(2)
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

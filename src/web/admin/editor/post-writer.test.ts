import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { ApiError } from '../../data/api.ts'
import { findLocalDrafts, type LocalDraft, type LocalDraftStore } from './local-drafts.ts'
import { emptyFields, isSame, type PostFields, toDraft, toInput } from './post-fields.ts'
import { createPostWriter, type PostWriter } from './post-writer.ts'
import type { Attempt, Stored } from './saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const text = (title: string): PostFields => ({ ...emptyFields(new Date(0)), title })

type Request = { attempt: Attempt; resolve: (stored: Stored) => void; reject: (error: Error) => void }

/** A server with versions and idempotency keys, behind a network that the test controls. */
class Server {
  /** The texts of each post by version, starting with version 1. */
  readonly posts: PostFields[][] = []
  /** Requests on their way to the server, and replies on their way back. */
  requests: Request[] = []
  replies: (() => void)[] = []
  private readonly keys = new Map<string, { body: string; stored: Stored }>()

  send = (attempt: Attempt) =>
    new Promise<Stored>((resolve, reject) => {
      this.requests.push({ attempt: { ...attempt }, resolve, reject })
    })

  handle({ attempt: { key, id, version, fields } }: Request): Stored {
    const body = JSON.stringify({ id, version, fields })
    const earlier = this.keys.get(key)
    if (earlier && earlier.body !== body)
      throw new ApiError(422, { message: 'This key belongs to another request' }, '')
    if (earlier) return earlier.stored
    if (id === undefined) this.posts.push([])
    const texts = this.posts[(id ?? this.posts.length) - 1]!
    if (id !== undefined && version !== texts.length) {
      throw new ApiError(409, { message: 'Saved elsewhere', current: this.read(id) } as never, '')
    }
    texts.push(fields)
    const stored = { id: id ?? this.posts.length, version: texts.length }
    this.keys.set(key, { body, stored })
    return stored
  }

  read(id: number): EditablePost {
    const texts = this.posts[id - 1]!
    const fields = texts.at(-1)!
    return {
      ...toInput(fields, 'Dewlight'),
      id,
      version: texts.length,
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
}

type Fate = 'answered' | 'answered later' | 'reply lost' | 'request lost' | 'busy'

function settle(server: Server, request: Request, fate: Fate): void {
  const { resolve, reject } = request
  const lost = () => reject(new TypeError('Failed to fetch'))
  if (fate === 'request lost') lost()
  else if (fate === 'busy') reject(new ApiError(503, {}, 'Busy'))
  else {
    const reply = replyOf(server, request, resolve)
    if (fate === 'reply lost') lost()
    else if (fate === 'answered later') server.replies.push(reply)
    else reply()
  }
}

function replyOf(server: Server, request: Request, resolve: Request['resolve']): () => void {
  try {
    const stored = server.handle(request)
    return () => resolve(stored)
  } catch (error) {
    return () => request.reject(error as Error)
  }
}

/** A browser with its local drafts and one tab. */
class Device {
  writer!: PostWriter
  text = ''
  readonly typed: { at: number; text: string }[] = []
  /** What a restoration showed although newer text had been in the form for longer than a local draft takes. */
  readonly lost: string[] = []
  private readonly drafts = new Map<string, LocalDraft>()
  private tab = 0
  private readonly server: Server

  constructor(server: Server, id?: number) {
    this.server = server
    this.open(id)
  }

  open(id: number | undefined): void {
    const tab = ++this.tab
    const isOpen = () => tab === this.tab
    const post = id === undefined ? undefined : this.server.read(id)
    this.text = post?.title ?? ''
    this.writer = createPostWriter({
      post,
      initial: text(this.text),
      store: this.storeOf(isOpen),
      send: (attempt) => (isOpen() ? this.server.send(attempt) : new Promise(() => {})),
      onStored: () => {},
      onFailed: () => {},
      onLeftEmpty: () => {},
    })
  }

  type(letter: string): void {
    this.change(this.text + letter)
  }

  change(title: string): void {
    this.text = title
    this.typed.push({ at: Date.now(), text: title })
    this.writer.change(text(title))
  }

  /** Kills the tab without a word and opens another one, which restores what the browser has. */
  async crash(): Promise<void> {
    const id = this.writer.post()?.id
    this.open(id)
    const [draft] = await findLocalDrafts(
      this.storeOf(() => true),
      id ?? null,
      new Set(),
    )
    if (draft) await this.restore(draft)
    const kept = this.typed.findLastIndex(({ at }) => at < Date.now() - 250)
    if (kept >= 0 && !this.typed.slice(kept).some((entry) => entry.text === this.text)) this.lost.push(this.text)
    this.typed.push({ at: Date.now(), text: this.text })
  }

  private async restore(draft: LocalDraft): Promise<void> {
    await this.writer.resume(draft)
    await this.writer.local.flush()
    this.text = draft.fields.title
    this.writer.change(draft.fields)
    await this.writer.local.flush()
    if (draft.key.split('/')[1] !== this.writer.local.writer) this.drafts.delete(draft.key)
  }

  private storeOf(isOpen: () => boolean): LocalDraftStore {
    return {
      put: async (draft) => void (isOpen() && this.drafts.set(draft.key, structuredClone(draft))),
      remove: async (key) => void (isOpen() && this.drafts.delete(key)),
      all: async () => [...this.drafts.values()],
    }
  }
}

const fate = fc.constantFrom<Fate>('answered', 'answered later', 'reply lost', 'request lost', 'busy')
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('type' as const), device: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), device: fc.nat({ max: 1 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(50, 300, 1000, 5000) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('request' as const), index: fc.nat({ max: 3 }), fate }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reply' as const), index: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('crash' as const), device: fc.nat({ max: 1 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function run(server: Server, devices: Device[], steps: Step[]): Promise<void> {
  let letter = 0
  for (const now of steps) {
    const device = 'device' in now ? devices[now.device % devices.length]! : undefined
    if (now.kind === 'type') device!.type(String.fromCharCode(97 + (letter++ % 26)))
    if (now.kind === 'undo') device!.change(device!.text.slice(0, -1))
    if (now.kind === 'crash') await device!.crash()
    if (now.kind === 'request') {
      for (const request of server.requests.splice(now.index, 1)) settle(server, request, now.fate)
    }
    if (now.kind === 'reply') for (const reply of server.replies.splice(now.index, 1)) reply()
    await vi.advanceTimersByTimeAsync(now.kind === 'wait' ? now.ms : 0)
  }
  // The network recovers.
  for (let round = 0; round < 20; round++) {
    for (const reply of server.replies.splice(0)) reply()
    for (const request of server.requests.splice(0)) settle(server, request, 'answered')
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(server.requests).toEqual([])
}

/** The server has what is in the editor, or the editor shows both texts. */
function expectNothingLost(server: Server, { writer, text: shown }: Device): void {
  const status = writer.status()
  if (status.kind === 'conflict') {
    expect(status.current.draft?.title).not.toBe(shown)
    return
  }
  expect(status.kind).toBe('idle')
  expect(writer.isUnsaved()).toBe(false)
  const post = writer.post()
  if (post) expect(server.posts[post.id - 1]![post.version - 1]!.title).toBe(shown)
  else expect(shown).toBe('')
}

test('one device: whatever is slow, lost or killed, the server ends with the final text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 60 }), async (isNew, steps) => {
      const server = new Server()
      if (!isNew) server.posts.push([text('')])
      const device = new Device(server, isNew ? undefined : 1)
      await run(server, [device], steps)
      expect(device.writer.status().kind).toBe('idle')
      expect(device.lost).toEqual([])
      expectNothingLost(server, device)
      if (device.text) expect(server.posts[0]!.at(-1)!.title).toBe(device.text)
      expect(server.posts.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
  )
})

test('two devices: the server ends with the final text of each, or a conflict that holds both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const server = new Server()
      server.posts.push([text('')])
      const devices = [new Device(server, 1), new Device(server, 1)]
      await run(server, devices, steps)
      for (const device of devices) expectNothingLost(server, device)
      const last = server.posts[0]!.at(-1)!.title
      const isShown = devices.some(({ text: shown }) => shown === last)
      const isSuperseded = devices.every(({ typed }) => typed.length === 0)
      expect(isShown || isSuperseded).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a tab that is killed while its draft is created and restored makes one post', async () => {
  const server = new Server()
  const device = new Device(server)
  device.type('a')
  await vi.advanceTimersByTimeAsync(1000)
  const [creation] = server.requests.splice(0)
  device.type('b')
  await vi.advanceTimersByTimeAsync(300)
  settle(server, creation!, 'answered')
  await device.crash()
  expect(device.text).toBe('ab')
  device.type('c')
  await run(server, [device], [])
  expect(server.posts.map((texts) => texts.at(-1)!.title)).toEqual(['abc'])
})

test('an empty form creates nothing, and a draft that was emptied again is deleted on leaving', async () => {
  const server = new Server()
  const left: number[] = []
  const open = () =>
    createPostWriter({
      post: undefined,
      initial: text(''),
      store: { put: async () => {}, remove: async () => {}, all: async () => [] },
      send: async (attempt) => server.handle({ attempt, resolve: () => {}, reject: () => {} }),
      onStored: () => {},
      onFailed: () => {},
      onLeftEmpty: ({ id }) => left.push(id),
    })
  const untouched = open()
  untouched.change({ ...text(''), publishedAt: null })
  await vi.advanceTimersByTimeAsync(10_000)
  await untouched.leave()
  expect(server.posts).toEqual([])
  const emptied = open()
  emptied.change(text('a'))
  await vi.advanceTimersByTimeAsync(1000)
  emptied.change({ ...text(''), slug: 'a-derived-slug' })
  await emptied.leave()
  expect(left).toEqual([1])
  const kept = open()
  kept.change(text('a'))
  await kept.leave()
  expect(server.posts).toHaveLength(2)
  expect(isSame(server.posts[1]![0]!, text('a'))).toBe(true)
  expect(left).toEqual([1])
})

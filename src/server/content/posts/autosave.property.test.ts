import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { DraftSaved } from '../../../contract/content/post-drafts.ts'
import type { EditablePost, PostConflict } from '../../../contract/content/posts.ts'

const MARKER = 'zqunpublished'

/**
 * What happens on one of two devices that edit one post: typing; sending what is typed, whose request or response may get
 * lost; an old request that arrives late; a killed tab, which goes on from its journal; overwriting after a conflict.
 */
const step = fc.record({
  device: fc.constantFrom(0, 1),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constant('type' as const) },
    { weight: 4, arbitrary: fc.constant('send' as const) },
    ...(['lose request', 'lose response', 'arrive late', 'kill', 'overwrite'] as const).map((act) => ({
      weight: 1,
      arbitrary: fc.constant(act),
    })),
  ),
})

type Request = { text: string; version: number | undefined; key: string }

/** A browser that follows the protocol: one request at a time, repeated under its key until there is a response. */
class Device {
  text = ''
  isTyped = false
  pending: Request | undefined
  /** Requests that the network holds back. */
  readonly delayed: Request[] = []
  /** The state that the next request replaces, as this device knows it. */
  base: { version: number; text: string } | undefined
  conflict: { theirs: string; version: number } | undefined
  readonly name: string
  #keys = 0

  constructor(name: string) {
    this.name = name
  }

  type(): void {
    this.text += ` ${MARKER}${this.name}${this.text.length}`
    this.isTyped = true
  }

  next(): Request | undefined {
    if (this.conflict || !this.base || (!this.pending && (!this.isTyped || this.text === this.base.text)))
      return undefined
    this.pending ??= { text: this.text, version: this.base.version, key: `${this.name}-key-${++this.#keys}` }
    return this.pending
  }

  accept(status: number, body: DraftSaved | PostConflict): void {
    const { text } = this.pending!
    this.pending = undefined
    if (status === 200) this.base = { version: (body as DraftSaved).version, text }
    else {
      const { current } = body as PostConflict
      this.conflict = { theirs: current.draft?.title ?? current.title, version: current.version }
    }
  }

  overwrite(): void {
    if (!this.conflict) return
    this.base = { version: this.conflict.version, text: this.conflict.theirs }
    this.conflict = undefined
  }
}

async function play(app: TestApp, id: number, steps: { device: number; act: string }[], run: string): Promise<void> {
  const source = async () => (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
  const shown = ({ draft, title }: EditablePost) => draft?.title ?? title
  const devices = [new Device(`${run}a`), new Device(`${run}b`)]
  for (const device of devices) {
    const post = await source()
    device.base = { version: post.version, text: shown(post) }
    device.text = shown(post)
  }
  /** What each accepted write has to build on. */
  let stored = devices[0]!.base!.text
  const send = async (device: Device, request: Request) => {
    const response = await app.asOwner(`/api/posts/${id}/draft`, {
      method: 'PUT',
      json: { title: request.text, slug: 'the-edited-post' },
      headers: { 'idempotency-key': request.key, 'if-match': `"${request.version}"` },
    })
    const isNew = !response.headers.has('idempotent-replayed')
    expect([200, 409]).toContain(response.status)
    if (isNew && response.status === 200 && request === device.pending) {
      expect(stored, 'the text that was replaced was known to the device that replaced it').toBe(device.base!.text)
      stored = request.text
    }
    return { status: response.status, body: (await response.json()) as DraftSaved | PostConflict }
  }
  const finish = async (device: Device) => {
    const request = device.next()
    if (!request) return
    const { status, body } = await send(device, request)
    device.accept(status, body)
  }
  for (const { device: index, act } of steps) {
    const device = devices[index]!
    if (act === 'type') device.type()
    else if (act === 'send') await finish(device)
    else if (act === 'overwrite') device.overwrite()
    else if (act === 'arrive late') {
      // A copy of an earlier request, which a proxy sends again.
      const late = device.delayed.shift()
      if (late && late !== device.pending) {
        const before = shown(await source())
        await send(device, late)
        expect(shown(await source()), 'a late copy of a request changes nothing').toBe(before)
      }
    } else {
      const request = device.next()
      if (!request) continue
      if (act === 'lose response') {
        await send(device, request)
        device.delayed.push(request)
      }
      // A killed tab has text, version and request in its journal: it repeats the request.
    }
  }
  for (let round = 0; round < 4; round++) for (const device of devices) await finish(device)
  const final = await source()
  expect(shown(final)).toBe(stored)
  for (const device of devices.filter(({ isTyped }) => isTyped)) {
    if (device.conflict) expect(device.conflict.theirs, 'a conflict carries the other text').toContain(MARKER)
    else if (shown(final) !== device.text)
      // Only a device that was shown this text may have replaced it.
      expect(devices.some((other) => other !== device && other.text === shown(final))).toBe(true)
  }
}

test.each([
  { name: 'a draft', published_at: null },
  { name: 'a public post', published_at: '2026-03-01T00:00:00.000Z' },
])(
  'on two devices with an unreliable network, $name ends as it was typed last, or in a conflict with both texts',
  async ({ published_at }) => {
    const app = await testApp()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const slug = `the-post-${++run}`
        const id = await makePost(app.db, { title: 'As readers see it', slug, published_at })
        await play(app, id, steps, `r${run}`)
        const seen = await app.request(`/api/posts/${slug}`)
        expect(seen.status).toBe(published_at ? 200 : 404)
        const lists = await Promise.all(
          ['/api/posts', `/api/search?q=${MARKER}`, '/feed.xml'].map((path) => app.request(path)),
        )
        const texts = await Promise.all([seen, ...lists].map((response) => response.text()))
        expect(texts.join()).not.toContain(MARKER)
        await app.db.deleteFrom('posts').where('id', '=', id).execute()
      }),
      { numRuns: 40 },
    )
  },
  120_000,
)

test('a draft that is created again and again under one key, killed in between, is one draft with the newest text', async () => {
  const app = await testApp()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 }), async (typings) => {
      const key = `draft-of-run-${++run}`
      const before = (await app.db.selectFrom('posts').select('id').execute()).length
      let title = 'T'
      for (const typed of typings) {
        title += 'x'.repeat(typed)
        const headers = { 'idempotency-key': key }
        const response = await app.asOwner('/api/posts/drafts', { json: { title }, headers })
        const { current } = (await response.clone().json()) as PostConflict
        if (response.status === 409) {
          await app.asOwner(`/api/posts/${current.id}/draft`, {
            ...{ method: 'PUT', json: { title }, headers: { 'if-match': `"${current.version}"` } },
          })
        } else expect(response.status).toBe(201)
      }
      const rows = await app.db.selectFrom('posts').select('title').orderBy('id').execute()
      expect([rows.length, rows.at(-1)?.title]).toEqual([before + 1, title])
    }),
    { numRuns: 30 },
  )
}, 120_000)

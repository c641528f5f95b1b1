import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftAutosave } from './draft-autosave.ts'
import { findLocalDrafts, type LocalDraft, type LocalDraftStore } from './local-drafts.ts'
import { emptyFields, type PostFields } from './post-fields.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function memory(): LocalDraftStore & { stored: Map<string, LocalDraft> } {
  const stored = new Map<string, LocalDraft>()
  return {
    stored,
    put: async (entry) => void stored.set(entry.key, entry),
    remove: async (key) => void stored.delete(key),
    all: async () => [...stored.values()],
  }
}

const text = (title: string): PostFields => ({ ...emptyFields(new Date(0)), title })
const titles = (store: { stored: Map<string, LocalDraft> }) =>
  [...store.stored.values()].map(({ fields }) => fields.title)
const saved = { postId: 7, version: 3 }

test('text is stored within 300 ms of the keystroke during continuous typing', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  for (let typed = 1; typed <= 30; typed++) {
    autosave.schedule(text('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(50)
    const stored = titles(store)[0]?.length ?? 0
    expect(typed - stored).toBeLessThanOrEqual(6)
  }
})

test('flush stores pending text immediately', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.schedule(text('last words'))
  await autosave.flush()
  expect([...store.stored.values()]).toMatchObject([{ postId: 7, version: 3, fields: { title: 'last words' } }])
})

test('two tabs with the same post store one draft each', async () => {
  const store = memory()
  for (const title of ['left tab', 'right tab']) {
    const autosave = createDraftAutosave(store, saved)
    autosave.schedule(text(title))
    await autosave.flush()
  }
  expect(titles(store).sort()).toEqual(['left tab', 'right tab'])
})

test('a draft is deleted once the server has acknowledged its text', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.schedule(text('one'))
  await autosave.flush()
  await autosave.acknowledge(text('one'), 7, 4)
  expect(store.stored.size).toBe(0)
})

test('text typed during a save is stored with the new version as its base', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.schedule(text('one'))
  await autosave.flush()
  autosave.schedule(text('one and more'))
  await autosave.acknowledge(text('one'), 7, 4)
  expect([...store.stored.values()]).toMatchObject([{ version: 4, fields: { title: 'one and more' } }])
})

test('the draft of a new post moves to the created post', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, { postId: null, version: null })
  autosave.schedule(text('new'))
  await autosave.flush()
  autosave.schedule(text('new and more'))
  await autosave.acknowledge(text('new'), 12, 1)
  expect([...store.stored.values()]).toMatchObject([{ postId: 12, version: 1, fields: { title: 'new and more' } }])
})

test('a save does not delete a draft that was set aside', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  await autosave.setAside(text('the losing side'), 'Your version')
  autosave.schedule(text('one'))
  await autosave.flush()
  await autosave.acknowledge(text('one'), 7, 4)
  expect(titles(store)).toEqual(['the losing side'])
})

test('only drafts of this post without an open editor are found, newest first', async () => {
  const store = memory()
  const [closed, open, other] = [saved, saved, { postId: 8, version: 1 }].map((base) =>
    createDraftAutosave(store, base),
  )
  for (const autosave of [closed!, open!, other!]) {
    autosave.schedule(text(autosave.writer))
    await autosave.flush()
  }
  await vi.advanceTimersByTimeAsync(1000)
  await open!.setAside(text('set aside later'), 'Your version')
  const drafts = await findLocalDrafts(store, 7, new Set([open!.writer]))
  expect(drafts.map(({ fields }) => fields.title)).toEqual(['set aside later', closed!.writer])
})

test('a failed write is reported until the next one succeeds', async () => {
  const store = memory()
  const put = store.put
  store.put = async () => {
    throw new Error('QuotaExceededError')
  }
  const autosave = createDraftAutosave(store, saved)
  autosave.schedule(text('one'))
  await autosave.flush()
  expect(autosave.hasFailed()).toBe(true)
  store.put = put
  autosave.schedule(text('two'))
  await autosave.flush()
  expect(autosave.hasFailed()).toBe(false)
  expect(titles(store)).toEqual(['two'])
})

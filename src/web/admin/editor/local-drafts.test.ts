import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftAutosave, findLocalDrafts, type LocalDraft, type LocalDraftStore } from './local-drafts.ts'
import { emptyFields, type PostFields } from './post-fields.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function memory(): LocalDraftStore & { kept: Map<string, LocalDraft> } {
  const kept = new Map<string, LocalDraft>()
  return {
    kept,
    put: async (entry) => void kept.set(entry.key, entry),
    remove: async (key) => void kept.delete(key),
    all: async () => [...kept.values()],
  }
}

const text = (title: string): PostFields => ({ ...emptyFields(new Date(0)), title })
const titles = (store: { kept: Map<string, LocalDraft> }) => [...store.kept.values()].map(({ fields }) => fields.title)
const saved = { postId: 7, version: 3 }

test('what is typed is kept within 300 ms, however fast the typing', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  for (let typed = 1; typed <= 30; typed++) {
    autosave.note(text('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(50)
    const kept = titles(store)[0]?.length ?? 0
    expect(typed - kept).toBeLessThanOrEqual(6)
  }
})

test('a page that goes writes at once', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.note(text('last words'))
  await autosave.flush()
  expect([...store.kept.values()]).toMatchObject([{ postId: 7, version: 3, fields: { title: 'last words' } }])
})

test('two tabs with the same post keep an entry each', async () => {
  const store = memory()
  for (const title of ['left tab', 'right tab']) {
    const autosave = createDraftAutosave(store, saved)
    autosave.note(text(title))
    await autosave.flush()
  }
  expect(titles(store).sort()).toEqual(['left tab', 'right tab'])
})

test('an entry goes when the server has acknowledged that very text', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.note(text('one'))
  await autosave.flush()
  await autosave.settle(text('one'), 7, 4)
  expect(store.kept.size).toBe(0)
})

test('text typed after the save stays, now on the newer version', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  autosave.note(text('one'))
  await autosave.flush()
  autosave.note(text('one and more'))
  await autosave.settle(text('one'), 7, 4)
  expect([...store.kept.values()]).toMatchObject([{ version: 4, fields: { title: 'one and more' } }])
})

test('the entry of a new post moves to the post that was made of it', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, { postId: null, version: null })
  autosave.note(text('new'))
  await autosave.flush()
  autosave.note(text('new and more'))
  await autosave.settle(text('new'), 12, 1)
  expect([...store.kept.values()]).toMatchObject([{ postId: 12, version: 1, fields: { title: 'new and more' } }])
})

test('what was set aside is not removed by a save', async () => {
  const store = memory()
  const autosave = createDraftAutosave(store, saved)
  await autosave.setAside(text('the losing side'), 'Your version')
  autosave.note(text('one'))
  await autosave.flush()
  await autosave.settle(text('one'), 7, 4)
  expect(titles(store)).toEqual(['the losing side'])
})

test('only what no open editor writes is offered, newest first, and only for its post', async () => {
  const store = memory()
  const [closed, open, other] = [saved, saved, { postId: 8, version: 1 }].map((base) =>
    createDraftAutosave(store, base),
  )
  for (const autosave of [closed!, open!, other!]) {
    autosave.note(text(autosave.writer))
    await autosave.flush()
  }
  await vi.advanceTimersByTimeAsync(1000)
  await open!.setAside(text('set aside later'), 'Your version')
  const drafts = await findLocalDrafts(store, 7, new Set([open!.writer]))
  expect(drafts.map(({ fields }) => fields.title)).toEqual(['set aside later', closed!.writer])
})

test('a browser that keeps nothing says so, and says when it does again', async () => {
  const store = memory()
  const put = store.put
  store.put = async () => {
    throw new Error('QuotaExceededError')
  }
  const autosave = createDraftAutosave(store, saved)
  autosave.note(text('one'))
  await autosave.flush()
  expect(autosave.hasFailed()).toBe(true)
  store.put = put
  autosave.note(text('two'))
  await autosave.flush()
  expect(autosave.hasFailed()).toBe(false)
  expect(titles(store)).toEqual(['two'])
})

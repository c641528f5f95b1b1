import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJournal, findLeftEntries, type JournalEntry, type JournalStore } from './journal.ts'
import { emptyFields, type PostFields } from './post-fields.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function memory(): JournalStore & { kept: Map<string, JournalEntry> } {
  const kept = new Map<string, JournalEntry>()
  return {
    kept,
    put: async (entry) => void kept.set(entry.key, entry),
    remove: async (key) => void kept.delete(key),
    all: async () => [...kept.values()],
  }
}

const text = (title: string): PostFields => ({ ...emptyFields(new Date(0)), title })
const titles = (store: { kept: Map<string, JournalEntry> }) =>
  [...store.kept.values()].map(({ fields }) => fields.title)
const saved = { postId: 7, version: 3 }

test('what is typed is kept within 300 ms, however fast the typing', async () => {
  const store = memory()
  const journal = createJournal(store, saved)
  for (let typed = 1; typed <= 30; typed++) {
    journal.note(text('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(50)
    const kept = titles(store)[0]?.length ?? 0
    expect(typed - kept).toBeLessThanOrEqual(6)
  }
})

test('a page that goes writes at once', async () => {
  const store = memory()
  const journal = createJournal(store, saved)
  journal.note(text('last words'))
  await journal.flush()
  expect([...store.kept.values()]).toMatchObject([{ postId: 7, version: 3, fields: { title: 'last words' } }])
})

test('two tabs with the same post keep an entry each', async () => {
  const store = memory()
  for (const title of ['left tab', 'right tab']) {
    const journal = createJournal(store, saved)
    journal.note(text(title))
    await journal.flush()
  }
  expect(titles(store).sort()).toEqual(['left tab', 'right tab'])
})

test('an entry goes when the server has acknowledged that very text', async () => {
  const store = memory()
  const journal = createJournal(store, saved)
  journal.note(text('one'))
  await journal.flush()
  await journal.settle(text('one'), 7, 4)
  expect(store.kept.size).toBe(0)
})

test('text typed after the save stays, now on the newer version', async () => {
  const store = memory()
  const journal = createJournal(store, saved)
  journal.note(text('one'))
  await journal.flush()
  journal.note(text('one and more'))
  await journal.settle(text('one'), 7, 4)
  expect([...store.kept.values()]).toMatchObject([{ version: 4, fields: { title: 'one and more' } }])
})

test('the entry of a new post moves to the post that was made of it', async () => {
  const store = memory()
  const journal = createJournal(store, { postId: null, version: null })
  journal.note(text('new'))
  await journal.flush()
  journal.note(text('new and more'))
  await journal.settle(text('new'), 12, 1)
  expect([...store.kept.values()]).toMatchObject([{ postId: 12, version: 1, fields: { title: 'new and more' } }])
})

test('what was set aside is not removed by a save', async () => {
  const store = memory()
  const journal = createJournal(store, saved)
  await journal.setAside(text('the losing side'), 'Your version')
  journal.note(text('one'))
  await journal.flush()
  await journal.settle(text('one'), 7, 4)
  expect(titles(store)).toEqual(['the losing side'])
})

test('only what no open editor writes is offered, newest first, and only for its post', async () => {
  const store = memory()
  const [closed, open, other] = [saved, saved, { postId: 8, version: 1 }].map((base) => createJournal(store, base))
  for (const journal of [closed!, open!, other!]) {
    journal.note(text(journal.writer))
    await journal.flush()
  }
  await vi.advanceTimersByTimeAsync(1000)
  await open!.setAside(text('set aside later'), 'Your version')
  const left = await findLeftEntries(store, 7, new Set([open!.writer]))
  expect(left.map(({ fields }) => fields.title)).toEqual(['set aside later', closed!.writer])
})

test('a browser that keeps nothing says so, and says when it does again', async () => {
  const store = memory()
  const put = store.put
  store.put = async () => {
    throw new Error('QuotaExceededError')
  }
  const journal = createJournal(store, saved)
  journal.note(text('one'))
  await journal.flush()
  expect(journal.hasFailed()).toBe(true)
  store.put = put
  journal.note(text('two'))
  await journal.flush()
  expect(journal.hasFailed()).toBe(false)
  expect(titles(store)).toEqual(['two'])
})

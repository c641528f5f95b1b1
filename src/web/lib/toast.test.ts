import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, dismissActions, dismissToast, subscribeToToasts, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  dismissActions()
  vi.runAllTimers()
  vi.useRealTimers()
})

const currentToast = () => currentToasts().at(-1)
const titles = () =>
  currentToasts()
    .filter(({ open }) => open)
    .map(({ title }) => title)
const action = { label: 'Undo', onSelect: () => {} }

test('a notification is shown with its title and description', () => {
  toast({ title: 'Message sent!', description: 'Thank you.' })
  expect(currentToast()).toMatchObject({ title: 'Message sent!', description: 'Thank you.', open: true })
})

test('a new notification replaces the previous one', () => {
  const first = toast({ title: 'First' })
  const second = toast({ title: 'Second' })
  expect(titles()).toEqual(['Second'])
  expect(second.id).not.toBe(first.id)
  expect(currentToast()).toMatchObject({ id: second.id, title: 'Second', open: true })
})

test('a notification can be updated while it is shown', () => {
  const shown = toast({ title: 'Saving...' })
  shown.update({ title: 'Saved' })
  expect(currentToast()).toMatchObject({ id: shown.id, title: 'Saved', open: true })
})

test('a notification that was replaced can no longer be updated or dismissed', () => {
  const first = toast({ title: 'First' })
  toast({ title: 'Second' })
  first.update({ title: 'First again' })
  first.dismiss()
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
})

test('a dismissed notification closes at once and is removed after 1,000,000 ms', () => {
  toast({ title: 'Logged out' }).dismiss()
  expect(currentToast()).toMatchObject({ title: 'Logged out', open: false })
  vi.advanceTimersByTime(999_999)
  expect(currentToast()).toMatchObject({ open: false })
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeUndefined()
})

test('dismissing twice does not delay the removal', () => {
  const shown = toast({ title: 'Logged out' })
  shown.dismiss()
  vi.advanceTimersByTime(600_000)
  shown.dismiss()
  vi.advanceTimersByTime(400_000)
  expect(currentToast()).toBeUndefined()
})

test('the removal of a dismissed notification does not remove the next one', () => {
  toast({ title: 'First' }).dismiss()
  toast({ title: 'Second' })
  vi.advanceTimersByTime(2_000_000)
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
  dismissToast(currentToast()!.id)
})

test('a listener is called for every change until it unsubscribes', () => {
  const heard: (string | undefined)[] = []
  const unsubscribe = subscribeToToasts(() => heard.push(currentToast()?.title))
  const shown = toast({ title: 'One' })
  shown.update({ title: 'Two' })
  unsubscribe()
  toast({ title: 'Three' })
  expect(heard).toEqual(['One', 'Two'])
})

test('a notification with an action is not replaced, and those without replace each other next to it', () => {
  const moved = toast({ title: 'Moved', action })
  toast({ title: 'Saved' })
  toast({ title: 'Saved again' })
  expect(titles()).toEqual(['Moved', 'Saved again'])
  moved.dismiss()
  expect(titles()).toEqual(['Saved again'])
})

test('no other notification ends one with an action', () => {
  for (const title of ['First', 'Second', 'Third']) toast({ title, action })
  expect(titles()).toEqual(['First', 'Second', 'Third'])
  toast({ title: 'Saved' })
  expect(titles()).toEqual(['First', 'Second', 'Third', 'Saved'])
})

test('an updated notification keeps what its action is about', () => {
  toast({ title: 'Replacing...', action }, { about: 'post 1' }).update({ title: 'Replaced', action })
  toast({ title: 'Replaced again' }, { about: 'post 1' })
  expect(titles()).toEqual(['Replaced again'])
})

test('an action is without meaning after a newer one about the same, and outside of the admin', () => {
  toast({ title: 'Moved to Monday', action }, { about: 'post 1' })
  toast({ title: 'Other moved', action }, { about: 'post 2' })
  toast({ title: 'Moved to Tuesday', action }, { about: 'post 1' })
  expect(titles()).toEqual(['Other moved', 'Moved to Tuesday'])
  toast({ title: 'Moved back' }, { about: 'post 1' })
  expect(titles()).toEqual(['Other moved', 'Moved back'])
  dismissActions()
  expect(titles()).toEqual(['Moved back'])
})

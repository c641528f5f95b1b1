import { expect, test, vi } from 'vitest'
import { currentToasts } from '../../lib/toast.ts'
import { dismissActionsOn, undoToast } from './undo-toast.ts'

const titles = () => currentToasts().flatMap(({ title, open }) => (open ? [title] : []))

test('an undo is without meaning once all of its rows are back or gone for good', () => {
  undoToast({ title: 'One deleted' }, vi.fn(), { rows: ['products/1'] })
  undoToast({ title: 'Two deleted' }, vi.fn(), { rows: ['products/2', 'products/3'] })
  dismissActionsOn(['products/1', 'products/2', 'posts/3'])
  expect(titles()).toEqual(['Two deleted'])
  dismissActionsOn(['products/3'])
  expect(titles()).toEqual([])
})

test('an updated undo keeps its rows', () => {
  undoToast({ title: 'Deleting...' }, vi.fn(), { rows: ['posts/1'] }).update({ title: 'Deleted' })
  dismissActionsOn(['posts/1'])
  expect(titles()).toEqual([])
})

import { expect, test } from 'vitest'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { emptyFields, openedFields, toDraft, toInput } from './post-fields.ts'

const now = new Date('2026-11-26T12:00:00.000Z')

function draft(publishedAt: string | null, status: EditablePost['status'] = 'draft'): EditablePost {
  const fields = { ...emptyFields(now), title: 'A draft', publishedAt }
  return {
    ...toInput(fields, 'Dewlight'),
    id: 7,
    version: 1,
    status,
    kind: 'post',
    draft: toDraft(fields),
    draftedAt: null,
    categoryName: null,
    picture: null,
    createdAt: '2026-11-23T08:00:05.000Z',
    updatedAt: '2026-11-23T08:00:05.000Z',
  }
}

test.each([
  { of: 'the day on which it was begun', publishedAt: '2026-11-23T08:00:00.000Z', shown: null },
  { of: 'a planned day that passed', publishedAt: '2026-11-25T09:00:00.000Z', shown: null },
  { of: 'a day to come', publishedAt: '2026-11-28T09:00:00.000Z', shown: '2026-11-28T09:00:00.000Z' },
  { of: 'a day long before', publishedAt: '2025-01-05T09:00:00.000Z', shown: '2025-01-05T09:00:00.000Z' },
  { of: 'no day', publishedAt: null, shown: null },
])('a draft with the date of $of opens with the date that a save would give it', ({ publishedAt, shown }) => {
  expect(openedFields(draft(publishedAt), now).publishedAt).toBe(shown)
})

test('the draft of a built-in page is published by the next save', () => {
  const page = { ...draft('2026-11-25T09:00:00.000Z'), slug: 'privacy-policy' }
  expect(openedFields(page, now, ['about', 'privacy-policy']).publishedAt).toBe(now.toISOString())
  expect(openedFields(page, now, ['about']).publishedAt).toBeNull()
})

test('the date of a public post never moves', () => {
  const publishedAt = '2026-11-25T09:00:00.000Z'
  expect(openedFields(draft(publishedAt, 'published'), now).publishedAt).toBe(publishedAt)
})

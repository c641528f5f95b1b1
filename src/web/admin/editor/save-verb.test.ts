import { expect, test } from 'vitest'
import { ownerFormats } from '../../../contract/accounts/owner-formats.ts'
import { describeSave, nextChange, refusalOfSave, wordOfSave } from './save-verb.tsx'

const now = new Date('2026-11-22T20:00:00.000Z')
const form = { isDefaultDate: false, savedAt: null, now, dates: ownerFormats({ timeZone: 'America/New_York' }) }
const earlier = '2026-11-22T15:00:00.000Z'

test.each([
  { publishedAt: now.toISOString(), says: 'Publishes now' },
  { publishedAt: '2026-11-28T14:00:00.000Z', says: 'Publishes Nov 28, 9:00 AM, New York' },
  { publishedAt: '2027-01-02T14:00:00.000Z', says: 'Publishes Jan 2, 2027, 9:00 AM, New York' },
  { publishedAt: earlier, savedAt: earlier, says: 'Updates the live post' },
  { publishedAt: null, says: 'Keeps as draft' },
  { publishedAt: null, savedAt: '2026-11-28T14:00:00.000Z', says: 'Keeps as draft' },
  { publishedAt: null, savedAt: earlier, says: 'Takes the post off the site' },
  {
    publishedAt: '2026-11-28T14:00:00.000Z',
    savedAt: earlier,
    says: 'Takes the post off the site until Nov 28, 9:00 AM, New York',
  },
  { publishedAt: '2026-03-01T15:00:00.000Z', says: 'Publishes now, dated Mar 1, 2026' },
  { publishedAt: '2026-11-20T15:00:00.000Z', isDefaultDate: true, says: 'Publishes now' },
  { publishedAt: null, keepVerb: 'Keeps as template', says: 'Keeps as template' },
])('Save says what it does: $says', ({ says, ...given }) => {
  expect(describeSave({ ...form, ...given })).toBe(says)
})

test('what Save does changes when a scheduled minute passes', () => {
  const publishedAt = '2026-11-22T20:05:00.000Z'
  expect(nextChange({ publishedAt, savedAt: null, now })).toBe(Date.parse(publishedAt))
  expect(nextChange({ publishedAt: earlier, savedAt: null, now })).toBeUndefined()
  expect(describeSave({ ...form, publishedAt, savedAt: publishedAt, now: new Date(publishedAt) })).toBe(
    'Updates the live post',
  )
})

const later = '2026-11-28T14:00:00.000Z'

test.each([
  { publishedAt: earlier, savedAt: null, word: 'Publish' },
  { publishedAt: later, savedAt: null, word: 'Schedule' },
  { publishedAt: later, savedAt: earlier, word: 'Schedule' },
  { publishedAt: earlier, savedAt: later, word: 'Publish' },
  { publishedAt: earlier, savedAt: earlier, word: 'Update' },
  { publishedAt: null, savedAt: later, word: 'Keep draft' },
  { publishedAt: null, savedAt: earlier, word: 'Unpublish' },
  { publishedAt: earlier, savedAt: null, keepVerb: 'Keeps as template', word: undefined },
])('Save says it in a word: $word', ({ word, ...given }) => {
  expect(wordOfSave({ ...given, now })).toBe(word)
})

test.each([
  ['{d}. {m} {y}', 'Publishes 28 Nov, 15:00, Berlin', 'Publishes 2 Jan 2027, 15:00, Berlin'],
  ['{dd}.{mm}.{y}', 'Publishes 28.11., 15:00, Berlin', 'Publishes 02.01.2027, 15:00, Berlin'],
])('Save writes days as %s and times as the site does', (pattern, soon, nextYear) => {
  const dates = ownerFormats({ timeZone: 'Europe/Berlin', dates: { pattern, months: [] }, clock: '24' })
  expect(describeSave({ ...form, dates, publishedAt: later })).toBe(soon)
  expect(describeSave({ ...form, dates, publishedAt: '2027-01-02T14:00:00.000Z' })).toBe(nextYear)
})

test.each([
  { publishedAt: now.toISOString(), savedAt: null, says: 'Not published' },
  { publishedAt: later, savedAt: null, says: 'Not scheduled' },
  { publishedAt: earlier, savedAt: earlier, says: 'Not updated' },
  { publishedAt: null, savedAt: null, says: undefined },
  { publishedAt: null, savedAt: earlier, says: undefined },
  { publishedAt: null, savedAt: null, keepVerb: 'Keeps as template', says: undefined },
])('a save that validation rejects says $says of $publishedAt after $savedAt', ({ says, ...given }) => {
  expect(refusalOfSave({ now, ...given })).toBe(says)
})

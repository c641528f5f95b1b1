import { expect, test } from 'vitest'
import { merge } from './merge.ts'
import { emptyFields } from './post-fields.ts'

const mine = { ...emptyFields(new Date(0)), title: 'My title', content: '<p>my text</p>', categoryId: '1' }
const theirs = { ...mine, title: 'Their title', content: '<p>their text</p>', categoryId: '' }

test('one side is kept whole', () => {
  expect(merge(mine, theirs, 'mine')).toEqual(mine)
  expect(merge(mine, theirs, 'theirs')).toEqual(theirs)
})

test('kept both, the other text stands below mine and the short fields are mine', () => {
  const both = merge(mine, theirs, 'both')
  expect(both.title).toBe('My title')
  expect(both.content).toMatch(/my text.*<hr>.*The other version:.*their text/s)
})

test('each field can be chosen', () => {
  expect(merge(mine, theirs, { title: 'theirs', categoryId: 'theirs' })).toEqual({
    ...mine,
    title: 'Their title',
    categoryId: '',
  })
})

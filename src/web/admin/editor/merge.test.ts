import { expect, test } from 'vitest'
import { merge } from './merge.ts'
import { emptyFields } from './post-fields.ts'

const mine = { ...emptyFields(new Date(0)), title: 'My title', content: '<p>my text</p>', categoryId: '1' }
const theirs = { ...mine, title: 'Their title', content: '<p>their text</p>', categoryId: '' }

test('choosing one side returns that version', () => {
  expect(merge(mine, theirs, 'mine')).toEqual(mine)
  expect(merge(mine, theirs, 'theirs')).toEqual(theirs)
})

test('choosing both appends their content to mine and takes the other fields from mine', () => {
  const both = merge(mine, theirs, 'both')
  expect(both.title).toBe('My title')
  expect(both.content).toMatch(/my text.*<hr>.*The other version:.*their text/s)
})

test('fields can be chosen individually', () => {
  expect(merge(mine, theirs, { title: 'theirs', categoryId: 'theirs' })).toEqual({
    ...mine,
    title: 'Their title',
    categoryId: '',
  })
})

import { expect, test } from 'vitest'
import { matching } from './match.ts'

const named = (...labels: string[]) => labels.map((label) => ({ label }))
const labelsOf = (items: { label: string }[]) => items.map(({ label }) => label)

test('the name itself comes first, then its beginning, the beginning of a word, a part of it and other words', () => {
  const items = [
    { label: 'Tagline', words: 'Stands below the mail' },
    ...named('Hotmail', 'The mail server', 'Mail server', 'Mail'),
  ]
  expect(labelsOf(matching(items, 'mail'))).toEqual(['Mail', 'Mail server', 'The mail server', 'Hotmail', 'Tagline'])
})

test('case, accents, punctuation and the order of words make no difference', () => {
  expect(labelsOf(matching(named('Crème & Öl', 'Soap'), 'CREME OL'))).toEqual(['Crème & Öl'])
  expect(labelsOf(matching(named('Blog & shop'), 'shop blog'))).toEqual(['Blog & shop'])
})

test('an empty term finds everything in its order, an unknown one nothing', () => {
  expect(labelsOf(matching(named('Second', 'First'), ' '))).toEqual(['Second', 'First'])
  expect(matching(named('Second', 'First'), 'third')).toEqual([])
})

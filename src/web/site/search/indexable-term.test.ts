import { expect, test } from 'vitest'
import type { SearchResults } from '../../../contract/search.ts'
import { indexableTerm } from './indexable-term.ts'

const results = {
  posts: [{ title: 'Retinol for Beginners: Start Slow', excerpt: 'A crème for dry skin.' }],
  products: [{ name: 'Saltlark Sunscreen SPF 30' }],
} as SearchResults

test.each([
  ['retinol', 'retinol'],
  ['Retinol', 'retinol'],
  ['retinol beginners', 'retinol beginners'],
  ['dry skin', 'dry skin'],
  ['cre\u0300me', 'crème'],
  ['saltlark spf 30', 'saltlark spf 30'],
  ['slow-start', 'slow-start'],
])('%s is indexable because all its words occur in the results', (term, expected) => {
  expect(indexableTerm(term, results)).toBe(expected)
})

test.each([
  ['a word that occurs nowhere', 'retinol casino'],
  ['the beginning of a word', 'retin'],
  ['a typo', 'retinal'],
  ['a host name', 'retinol skin.start'],
  ['a phone number', 'retinol +30 30'],
  ['symbols', 'retinol ☎'],
  ['a repeated word', 'retinol retinol'],
  ['two spaces', 'retinol  skin'],
  ['nothing', ''],
])('%s is not indexable: "%s"', (_, term) => {
  expect(indexableTerm(term, results)).toBeUndefined()
})

test('no term is indexable without results', () => {
  expect(indexableTerm('retinol', { posts: [], products: [] })).toBeUndefined()
})

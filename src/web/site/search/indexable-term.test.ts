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
])('%s is said in words of the site', (term, expected) => {
  expect(indexableTerm(term, results)).toBe(expected)
})

test.each([
  ['a word that stands nowhere', 'retinol casino'],
  ['the beginning of a word', 'retin'],
  ['a typo', 'retinal'],
  ['an address', 'retinol skin.start'],
  ['a number to call', 'retinol +30 30'],
  ['signs', 'retinol ☎'],
  ['a word said again and again', 'retinol retinol'],
  ['two spaces', 'retinol  skin'],
  ['nothing', ''],
])('%s is not: "%s"', (_, term) => {
  expect(indexableTerm(term, results)).toBeUndefined()
})

test('where nothing was found no word is the own', () => {
  expect(indexableTerm('retinol', { posts: [], products: [] })).toBeUndefined()
})

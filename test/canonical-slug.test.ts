import { expect, test } from 'vitest'
import { canonicalSlug } from '../src/contract/content/canonical-slug.ts'
import { CategoryInput } from '../src/contract/content/categories.ts'
import { PageInput } from '../src/contract/content/pages.ts'
import { PostInput } from '../src/contract/content/posts.ts'

test.each([
  ['Retinol-for-Beginners', 'retinol-for-beginners'],
  ['cre\u0300me-solaire', 'crème-solaire'],
  ['ÖLPFLEGE', 'ölpflege'],
  ['İpek-cilt', 'ipek-cilt'],
])('the canonical spelling of %s is %s, also as a typed slug', (typed, slug) => {
  expect(canonicalSlug(typed)).toBe(slug)
  expect(canonicalSlug(slug)).toBe(slug)
  expect(PostInput.shape.slug.parse(typed)).toBe(slug)
  expect(PageInput.shape.slug.parse(typed)).toBe(slug)
})

test('the slug of a category is taken in decomposed form', () => {
  expect(CategoryInput.shape.slug.parse('cre\u0300mes')).toBe('crèmes')
})

import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['How to Wash Your Face', 'how-to-wash-your-face'],
  ['  Vitamin C: is it   worth it?  ', 'vitamin-c-is-it-worth-it'],
  ['Retinol & friends', 'retinol-friends'],
  ['AM - PM routine', 'am-pm-routine'],
  ['snake_case stays', 'snake_case-stays'],
  ['Crème de la crème', 'crme-de-la-crme'],
  ['tabs\tand\nlines', 'tabs-and-lines'],
  ['!!!', ''],
])('the title %j becomes the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

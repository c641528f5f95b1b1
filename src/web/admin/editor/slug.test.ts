import { expect, test } from 'vitest'
import { PostInput } from '../../../contract/content/posts.ts'
import { categorySlug } from '../categories/category-slug.ts'
import { slugOf } from './slug.ts'

test.each([
  ['How to Wash Your Face', 'how-to-wash-your-face'],
  ['  Vitamin C: is it   worth it?  ', 'vitamin-c-is-it-worth-it'],
  ['Retinol & friends', 'retinol-friends'],
  ['AM - PM routine', 'am-pm-routine'],
  ['snake_case stays', 'snake_case-stays'],
  ['Crème de la crème', 'creme-de-la-creme'],
  ['Crème brûlée', 'creme-brulee'],
  ['Hautpflege für Anfänger: weiße Töne', 'hautpflege-fuer-anfaenger-weisse-toene'],
  ['Łagodny żel i œufs', 'lagodny-zel-i-oeufs'],
  ['Уход за кожей', 'ukhod-za-kozhey'],
  ['敏感肌のためのルーティン', '敏感肌のためのルーティン'],
  ['민감성 피부를 위한 루틴', '민감성-피부를-위한-루틴'],
  ['Retinol と ガイド!', 'retinol-と-ガイド'],
  ['Retinol & ', 'retinol'],
  ['Is it worth it? -', 'is-it-worth-it'],
  ['- and so on', 'and-so-on'],
  ['Serums — “the” best…', 'serums-the-best'],
  ['tabs\tand\nlines', 'tabs-and-lines'],
  ['!!!', ''],
])('the title %j becomes the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each(['ß', 'щ', '敏', '𝓼', 'x𝓼', 'word '])(
  'a long title of %j becomes a slug that the server accepts',
  (letter) => {
    const slug = slugOf(letter.repeat(200).slice(0, 200).toWellFormed())
    const checked = PostInput.shape.slug.safeParse(slug)
    expect(checked.error?.issues).toBeUndefined()
    expect(slug).not.toMatch(/^-|-$/)
  },
)

test.each([
  ['Sun & Sea Care', 'sun-sea-care'],
  ['Crème', 'creme'],
  ['Weiße Öle', 'weisse-oele'],
  ['スキンケア', 'スキンケア'],
  ['ﷺ a'.repeat(20), expect.stringMatching(/^.{1,80}(?<!-)$/u)],
])('the category %j has the slug %j', (name, slug) => {
  expect(categorySlug(name)).toEqual(slug)
})

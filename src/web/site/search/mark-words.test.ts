import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { markWords } from './mark-words.tsx'

const mark = (terms: string[], text: string) => renderToStaticMarkup(createElement('p', null, markWords(terms)(text)))

test.each([
  ['cream', 'A cream.', 'A <mark>cream</mark>.'],
  ['CREAM', 'Creams and CREAM', '<mark>Creams</mark> and <mark>CREAM</mark>'],
  ['moisturizers', 'A moisturizing cream', 'A <mark>moisturizing</mark> cream'],
  ['moist', 'Moisturizing', '<mark>Moisturizing</mark>'],
  ['creme', 'Crème brûlée', '<mark>Crème</mark> brûlée'],
  ['crème', 'Creme', '<mark>Creme</mark>'],
  ['dry skin', 'Skin that is dry', '<mark>Skin</mark> that is <mark>dry</mark>'],
  ['a', 'A jar and an apple', '<mark>A</mark> jar and an apple'],
  ['spf 50', 'SPF 50+', '<mark>SPF</mark> <mark>50</mark>+'],
  ['', 'Nothing', 'Nothing'],
  ['<b>', 'a <b>b</b>', 'a &lt;<mark>b</mark>&gt;<mark>b</mark>&lt;/<mark>b</mark>&gt;'],
])('of “%s”, “%s” is marked', (term, text, html) => {
  expect(mark([term], text)).toBe(`<p>${html}</p>`)
})

test('what was understood is marked too', () => {
  expect(mark(['vitamin b3', 'Niacinamide'], 'Niacinamide drops')).toBe('<p><mark>Niacinamide</mark> drops</p>')
})

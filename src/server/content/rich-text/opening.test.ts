import { expect, test } from 'vitest'
import { firstSentences, openingOf } from '../../../contract/content/opening.ts'
import { parseHtml } from './html-tokens.ts'

test('a short text is taken whole, in one line', () => {
  expect(firstSentences('  Wash gently.\n Pat dry. ')).toBe('Wash gently. Pat dry.')
  expect(firstSentences(' \n')).toBe('')
})

test('a longer text ends with a sentence where one ends late enough', () => {
  const first = `Retinol is a form of vitamin A, e.g. for fine lines, and it takes about ${'twelve '.repeat(4)}weeks.`
  expect(firstSentences(`${first} Then ${'it goes on and on '.repeat(12)}.`)).toBe(first)
  for (const name of ['Dr. Jart+', 'St. Ives', 'No. 7', 'A. Derma', 'Prof. Kim vs. Dr. Lee'])
    expect(firstSentences(`${'It is about '.repeat(10)}the one by ${name} ${'which is good '.repeat(20)}`)).toMatch(
      /…$/,
    )
  for (const word of ['an SPF', 'my UV', 'an AHA or BHA', 'the USA', 'it: OK', 'it: Yes']) {
    const sentence = `${'It is about '.repeat(9)}${word}.`
    expect(firstSentences(`${sentence} Then ${'it goes on and on '.repeat(12)}.`)).toBe(sentence)
  }
  expect(firstSentences(`「${'化粧水は肌に水分を与えます。'.repeat(20)}」`)).toMatch(/。$/)
})

test('a sentence that is too long is cut at a word, or between two characters of a script without blanks', () => {
  const words = firstSentences('moisturiser '.repeat(40))
  expect(words).toBe(`${'moisturiser '.repeat(13).trim()}…`)
  const kana = firstSentences('💧'.repeat(400))
  expect(kana).toBe(`${'💧'.repeat(79)}…`)
  expect(firstSentences(`Oh. ${'so '.repeat(100)}`)).toMatch(/^Oh\. so .* so…$/)
})

test('a given length is never exceeded', () => {
  for (const text of ['a'.repeat(500), 'a b '.repeat(200), 'One. '.repeat(100), '肌'.repeat(300)])
    expect(firstSentences(text, 100).length).toBeLessThanOrEqual(100)
})

test('the opening of a body is its prose, or what else it has', () => {
  const table = '<table><tbody><tr><td>SPF</td><td>50</td></tr></tbody></table>'
  const opening = (html: string) => openingOf(parseHtml(html))
  expect(opening(`<h2>Sun</h2>${table}<p>Wear <strong>sun</strong>screen.<br>Daily.</p>`)).toBe(
    'Wear sunscreen. Daily.',
  )
  expect(opening(`<h2>Sun</h2>${table}<p> </p>`)).toBe('Sun SPF 50')
  expect(opening('<p><img src="/a.jpg" alt="A jar"></p>')).toBe('')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { endTag, escapeText, parseHtml, startTag, type Token } from './html-tokens.ts'
import type { NamedIngredient } from './ingredient-matcher.ts'
import { linkIngredients } from './link-ingredients.ts'

let count = 0
function named(name: string, over: Partial<NamedIngredient> = {}): NamedIngredient {
  const slug = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return { id: ++count, slug, names: [name], isLinked: true, ...over }
}

const toHtml = (tokens: Token[]) =>
  tokens
    .map((token) => {
      if (token.kind === 'text') return escapeText(token.text)
      return token.kind === 'open' ? startTag(token.name, token.attributes) : endTag(token.name)
    })
    .join('')

/** The body with links in brackets. */
function linked(html: string, dictionary: NamedIngredient[]): string {
  return toHtml(linkIngredients(parseHtml(html), dictionary))
    .replace(/<a href="\/ingredients\/[^"]+" data-ingredient="\d+">/g, '[')
    .replace(/<\/a>/g, ']')
}

const retinol = named('Retinol', { names: ['Retinol', 'vitamin A'] })
const niacinamide = named('Niacinamide', { names: ['Niacinamide', 'Vitamin B3'] })
const ceramides = named('Ceramides')
const salicylic = named('Salicylic acid', { names: ['Salicylic acid', 'BHA'] })
const hyaluronic = named('Hyaluronic acid', { names: ['Hyaluronic acid', 'Sodium hyaluronate', 'HA'] })
const hexanediol = named('1,2-Hexanediol')
const berry = named('Goji berry')
const all = [retinol, niacinamide, ceramides, salicylic, hyaluronic, hexanediol, berry]

test('the first mention links to the page of the ingredient, with its id', () => {
  const html = toHtml(linkIngredients(parseHtml('<p>Retinol, and retinol.</p>'), [retinol]))
  expect(html).toBe(`<p><a href="/ingredients/retinol" data-ingredient="${retinol.id}">Retinol</a>, and retinol.</p>`)
})

test.each([
  ['a capital in the text', '<p>RETINOL works.</p>', '<p>[RETINOL] works.</p>'],
  ['a synonym', '<p>Some vitamin b3 here.</p>', '<p>Some [vitamin b3] here.</p>'],
  ['one of the names only', '<p>Vitamin B3 is niacinamide.</p>', '<p>[Vitamin B3] is niacinamide.</p>'],
  ['the singular of a name', '<p>Each ceramide counts.</p>', '<p>Each [ceramide] counts.</p>'],
  ['the plural of a name', '<p>Goji berries.</p>', '<p>[Goji berries].</p>'],
  ['a hyphen for a space', '<p>A salicylic-acid toner.</p>', '<p>A [salicylic-acid] toner.</p>'],
  ['a non-breaking space', '<p>Salicylic&nbsp;acid.</p>', '<p>[Salicylic&nbsp;acid].</p>'],
  ['a name with digits and a comma', '<p>With 1,2-hexanediol.</p>', '<p>With [1,2-hexanediol].</p>'],
  ['a possessive', '<p>Retinol’s effect.</p>', '<p>[Retinol]’s effect.</p>'],
  ['an abbreviation in capitals', '<p>HA in layers.</p>', '<p>[HA] in layers.</p>'],
  ['both sides of a slash', '<p>Retinol/niacinamide.</p>', '<p>[Retinol]/[niacinamide].</p>'],
  ['an entity nearby', '<p>Tea &amp; retinol &lt; 1 %</p>', '<p>Tea &amp; [retinol] &lt; 1 %</p>'],
  ['the sentence after a heading', '<h2>Retinol</h2><p>Retinol.</p>', '<h2>Retinol</h2><p>[Retinol].</p>'],
  ['emphasis', '<p><em>Retinol</em></p>', '<p><em>[Retinol]</em></p>'],
  ['a cell of a table', '<table><tr><td>Retinol</td></tr></table>', '<table><tr><td>[Retinol]</td></tr></table>'],
])('%s is a mention', (_, html, expected) => {
  expect(linked(html, all)).toBe(expected)
})

test.each([
  ['part of a word', '<p>Retinolish proretinol.</p>'],
  ['part of a word across tags', '<p>pro<b>retinol</b> and <b>retinol</b>ish</p>'],
  ['part of a hyphenated word', '<p>A retinol-free, pro-retinol cream.</p>'],
  ['an abbreviation in small letters', '<p>Ha! And ha.</p>'],
  ['a web address', '<p>https://shop.example/retinol www.retinol.example me@retinol.example retinol.example</p>'],
  ['a heading', '<h2>Retinol</h2><h3>On <em>retinol</em></h3>'],
  ['a link', '<p><a href="https://a.example/">our retinol <b>retinol</b></a></p>'],
  ['code', '<p><code>retinol</code></p><pre>retinol</pre>'],
  ['a quotation', '<blockquote><p>Retinol</p></blockquote><p><q>retinol</q></p>'],
  ['a caption', '<figure><img src="/a.jpg"><figcaption>Retinol</figcaption></figure>'],
  ['a question', '<section data-block="faq"><details><summary>Retinol?</summary></details></section>'],
  ['a button', '<p data-block="button">retinol</p>'],
  ['the block of the ingredient', '<aside data-block="ingredient" data-ingredient-id="1"><p>Retinol</p></aside>'],
  ['a block of products', '<section data-block="picks"><div data-block="pick"><p>Retinol</p></div></section>'],
])('%s is none', (_, html) => {
  expect(linked(html, all)).toBe(linked(html, []))
})

test('of names at one place the longest counts, also where it is not linked', () => {
  const palmitate = named('Retinol palmitate', { isLinked: false })
  const text = '<p>Retinol palmitate is not retinol.</p>'
  expect(linked(text, [retinol, palmitate])).toBe('<p>Retinol palmitate is not [retinol].</p>')
  expect(linked(text, [retinol, { ...palmitate, isLinked: true }])).toBe('<p>[Retinol palmitate] is not [retinol].</p>')
})

test('an ingredient that the owner links herself gets no second link', () => {
  const text = '<p>Retinol. <a href="/ingredients/retinol">More</a></p>'
  expect(linked(text, all)).toBe('<p>Retinol. <a href="/ingredients/retinol">More]</p>')
})

test('a name of other scripts is found', () => {
  const oil = named('Масло ши')
  expect(linked('<p>Мне нравится масло ши.</p>', [oil])).toBe('<p>Мне нравится [масло ши].</p>')
})

const words = [
  'Retinol',
  'retinols',
  'vitamin',
  'A',
  'B3',
  'salicylic',
  'acid',
  'ceramide',
  'HA',
  'goji',
  'berries',
  'x',
  '1,2-hexanediol',
  '&',
  '<',
  '🧴',
  'ß',
]
const joints = [' ', '-', '/', '.', ', ', '', '\u00a0', '\n']
const text = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...joints)), { maxLength: 12 })
  .map((parts) => escapeText(parts.flat().join('')))
const elements = [
  'p',
  'em',
  'b',
  'h2',
  'a',
  'code',
  'pre',
  'blockquote',
  'q',
  'figcaption',
  'figure',
  'li',
  'td',
  'summary',
  'button',
  'section data-block="picks"',
  'aside data-block="ingredient"',
  'div',
] as const
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc
      .tuple(fc.constantFrom(...elements), fc.array(tie('html'), { maxLength: 4 }))
      .map(([element, inside]) => `<${element}>${inside.join('')}</${element.split(' ')[0]}>`),
    fc.array(tie('html'), { maxLength: 4 }).map((parts) => parts.join('')),
  ),
}))

test('whatever the text: its characters stay, links stand where they may, and each ingredient has one at most', () => {
  const forbidden = new Set([
    'h2',
    'a',
    'code',
    'pre',
    'blockquote',
    'q',
    'figcaption',
    'figure',
    'summary',
    'button',
    'section',
    'aside',
  ])
  const textIn = (tokens: Token[]) => tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('')
  fc.assert(
    fc.property(html, (body) => {
      const before = parseHtml(body)
      const after = linkIngredients(before, all)
      expect(textIn(after)).toBe(textIn(before))
      const open: string[] = []
      const ids: string[] = []
      for (const token of after) {
        if (token.kind === 'close') expect(open.pop()).toBe(token.name)
        if (token.kind !== 'open') continue
        const id = token.attributes['data-ingredient']
        if (id !== undefined) {
          ids.push(id)
          expect(open.filter((name) => forbidden.has(name))).toEqual([])
        }
        open.push(token.name)
      }
      expect(new Set(ids).size).toBe(ids.length)
      const rest = after.filter((token, at) => !isLinkToken(after, token, at))
      expect(toHtml(rest)).toBe(toHtml(before))
    }),
    { numRuns: 300 },
  )
})

/** Whether a token is the start or the end of a link that was added; these hold one text. */
function isLinkToken(tokens: Token[], token: Token, at: number): boolean {
  const isAdded = (one: Token | undefined) => one?.kind === 'open' && one.attributes['data-ingredient'] !== undefined
  return isAdded(token) || (token.kind === 'close' && isAdded(tokens[at - 2]))
}

test('the time grows with the text, not with the number of ingredients', () => {
  const many = Array.from({ length: 1000 }, (_, i) => named(`Acid of the plant ${'abcdefghij'[i % 10]} ${i}`))
  const body = parseHtml(`<p>${'acid of the plant a '.repeat(10_000)}</p>`)
  linkIngredients(body, many)
  const time = (dictionary: NamedIngredient[]) => {
    linkIngredients(parseHtml('<p>x</p>'), dictionary)
    const started = cpuTime()
    for (let i = 0; i < 3; i++) linkIngredients(body, dictionary)
    return cpuTime() - started
  }
  expect(time(many)).toBeLessThan(20 * time(many.slice(0, 10)) + 200)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml } from '../rich-text/clean-html.ts'
import { escapeHtml } from '../rich-text/html-tokens.ts'
import { hrefsOf, replaceHrefs, spotsOf, undoing } from './replace-href.ts'

const from = 'https://shop.example/a?x=1&y=2#top'
const to = 'https://shop.example/b?tag="q"&z'

test('only the links to one URL are replaced, whatever their other attributes', () => {
  const html = cleanHtml(
    `<p title="${escapeHtml(from)}">${escapeHtml(from)} <a href="${escapeHtml(from)}" title="See">one</a> <a rel="nofollow" href="${escapeHtml(from)}">two</a> <a href="https://shop.example/a?x=1">three</a></p>`,
  )
  const replaced = replaceHrefs(html, (url) => (url === from ? to : url))
  expect(hrefsOf(replaced)).toEqual([to, to, 'https://shop.example/a?x=1'])
  expect(replaced).toContain(`<p>${html.slice(3, html.indexOf(' <a'))}`)
  expect(cleanHtml(replaced)).toBe(replaced)
})

test('an undo turns back exactly what was replaced (property)', () => {
  const link = fc.constantFrom(from, to, 'https://other.example/')
  fc.assert(
    fc.property(fc.array(link, { maxLength: 8 }), (urls) => {
      const html = cleanHtml(urls.map((url) => `<p><a href="${escapeHtml(url)}">Shop</a></p>`).join(''))
      const spots = spotsOf(hrefsOf(html), from, to)
      const replaced = replaceHrefs(html, (url) => (url === from ? to : url))
      const undo = undoing(hrefsOf(replaced), { from, to, spots })
      if (spots.replaced.length === 0) return
      expect(replaceHrefs(replaced, undo!)).toBe(html)
    }),
  )
})

test('an undo after edits turns back what is certain, and nothing else', () => {
  const plan = (urls: string[]) => ({ from, to, spots: spotsOf(urls, from, to) })
  // The link was removed meanwhile.
  expect(undoing([], plan([from]))).toBeUndefined()
  // One of two replaced links was removed: the other one was replaced too.
  expect([to].map(undoing([to], plan([from, from]))!)).toEqual([from])
  // One of a replaced link and an older one was removed, and it is open which.
  expect(undoing([to], plan([from, to]))).toBeUndefined()
})

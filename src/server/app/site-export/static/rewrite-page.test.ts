import { expect, test } from 'vitest'
import { rewritePage } from './rewrite-page.ts'
import { fileOf, pagePath, relativeUrl } from './static-address.ts'

const options = {
  email: 'me@example.org',
  hrefOf: (path: string) => `..${path}`,
  resolve: async (address: string) => {
    if (/^https?:/.test(address)) return { outside: address, isMoved: false }
    return address.startsWith('/missing') ? undefined : { path: address }
  },
}

const rewrite = (html: string) => rewritePage(html, options)

test('text, entities and unknown markup stay as they are', async () => {
  const html =
    '<!DOCTYPE html><p title="a &amp; b">1 &lt; 2 &nbsp;<br/><svg viewBox="0 0 1 1"><path d="M0"></path></svg><p>open'
  expect(await rewrite(html)).toBe(html)
})

test('each address of a picture is changed, in any spelling of the attribute', async () => {
  expect(
    await rewrite(
      '<source srcSet="/media/a/320.avif 320w, https://x.example/a,b.jpg 2x"/><img src="/a.jpg" srcset="/b.jpg 2x"><use href="/g.svg#x"></use>',
    ),
  ).toBe(
    '<source srcSet="../media/a/320.avif 320w, https://x.example/a,b.jpg 2x"><img src="../a.jpg" srcset="../b.jpg 2x"><use href="../g.svg#x"></use>',
  )
})

test('a link to nothing is removed from lists with what is around it, and is words in a text', async () => {
  expect(await rewrite('<ul><li><a href="/missing">A</a></li><li><a href="/b">B</a></li></ul>')).toBe(
    '<ul><li><a href="../b">B</a></li></ul>',
  )
  expect(await rewrite('<p>See <a href="/missing"><em>A</em></a>.</p>')).toBe('<p>See <em>A</em>.</p>')
})

test('forms become a sentence or go with the menu around them, and scripts go', async () => {
  expect(
    await rewrite(
      '<details><summary>Search</summary><div><search><form action="/search"><input></form></search></div></details><b></b>',
    ),
  ).toBe('<b></b>')
  expect(
    await rewrite('<section><h2>Letters</h2><form method="post" action="/newsletter"><input></form></section>'),
  ).toMatch(
    /^<section><h2>Letters<\/h2><p>To get the newsletter, write to <a href="mailto:me@example.org\?subject=Newsletter"[^>]*>me@example.org<\/a>.<\/p><\/section>$/,
  )
  expect(
    await rewrite(
      '<script type="application/ld+json">{"a":"<\\/b>","potentialAction":{"@type":"SearchAction"}}</script><script src="/x.js"></script>',
    ),
  ).toBe('<script type="application/ld+json">{"a":"\\u003c/b>"}</script>')
})

test('pages are folders, whatever is in their address', () => {
  expect(pagePath('/')).toBe('/')
  expect(pagePath('/blog?page=2')).toBe('/blog/page/2/')
  expect(pagePath('/shop?category=Masks+%26+Exfoliants&page=2')).toBe('/shop/category/Masks%20%26%20Exfoliants/page/2/')
  expect(fileOf(pagePath('/search?q=..%2F..%2Fetc'))).toBe('search/q/_2e._2f.._2fetc/index.html')
  expect(fileOf(pagePath('/blog/h%C3%BCbsch'))).toBe('blog/hübsch/index.html')
  const long = fileOf(pagePath(`/blog/${encodeURIComponent('ж'.repeat(200))}`)).split('/')[1]!
  expect(Buffer.byteLength(long)).toBeLessThan(200)
  expect(relativeUrl('/blog/a/', '/')).toBe('../../')
  expect(relativeUrl('/', '/')).toBe('./')
  expect(relativeUrl('/blog/a/', '/blog/b/')).toBe('../b/')
  expect(relativeUrl('/blog/a/', '/feed.xml')).toBe('../../feed.xml')
})

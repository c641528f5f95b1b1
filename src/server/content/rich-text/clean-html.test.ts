import { expect, test } from 'vitest'
import { findActiveContent } from '../../../../test/active-content.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { xssVectors } from '../../../../test/xss-vectors.ts'
import { cleanHtml, textOf, withAbsoluteAddresses } from './clean-html.ts'

test('most vectors are found to run before sanitising: the checks below can fail', () => {
  // The others are dangerous only to a sanitiser that decodes, joins or repairs.
  const harmless = xssVectors.filter((attack) => findActiveContent(attack).length === 0)
  expect(xssVectors.length).toBeGreaterThan(400)
  expect(harmless.length).toBeLessThan(xssVectors.length / 6)
  for (const attack of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
  ])
    expect(findActiveContent(attack)).not.toEqual([])
})

test.each(xssVectors)('nothing in %j runs', (attack) => {
  expect(findActiveContent(cleanHtml(attack))).toEqual([])
  expect(findActiveContent(cleanHtml(`<p>Before ${attack} after</p>`))).toEqual([])
})

test('sanitising is idempotent', () => {
  for (const attack of xssVectors) {
    const cleaned = cleanHtml(attack)
    expect(cleanHtml(cleaned), attack).toBe(cleaned)
  }
})

test.each([
  '<h2>What you need</h2><p>A <strong>gentle</strong> cleanser, <em>lukewarm</em> water and a towel.</p>',
  '<h3>One</h3><h4>Two</h4><ul><li>A jar</li><li>A tube</li></ul><ol start="3"><li>Rinse</li></ol>',
  '<blockquote><p>Less is more.</p><cite>Ann</cite></blockquote><hr />',
  '<p><a href="/blog/other">Other</a>, <a href="https://example.com/a?b=1&amp;c=2" title="Out">out</a>, <a href="mailto:a@b.example">mail</a>, <a href="#top">up</a></p>',
  '<p><a href="https://shop.example" rel="sponsored nofollow noopener" target="_blank">Shop Now</a></p>',
  '<figure><img src="/media/abc/640.jpg" alt="A jar" width="640" height="480" loading="lazy" /><figcaption>A jar</figcaption></figure>',
  '<table><caption>Textures</caption><thead><tr><th scope="col">Skin</th></tr></thead><tbody><tr><td colspan="2">Dry</td></tr></tbody></table>',
  '<dl><dt>SPF</dt><dd>Sun protection factor</dd></dl><p>H<sub>2</sub>O, 3<sup>rd</sup>, <mark>new</mark>, <abbr title="Sun protection factor">SPF</abbr></p>',
  '<p>5 &lt; 6 &amp; 7 &gt; 6, “quoted”, 20 °C, é, 皮膚, 🧴</p>',
  '<pre><code>a = b</code></pre>',
])('allowed markup is unchanged: %s', (html) => {
  const attributesOf = (text: string) =>
    text.replace(/<(\w+)([^>]*?)\s*\/?>/g, (_, tag: string, rest: string) => {
      return `<${tag} ${(rest.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(' ')}>`
    })
  expect(attributesOf(cleanHtml(html))).toBe(attributesOf(html))
})

test.each([
  ['<a href="//amzn.to/abc">a</a>', '<a href="https://amzn.to/abc">a</a>'],
  ['<a href="\\\\amzn.to/abc">a</a>', '<a href="https://amzn.to/abc">a</a>'],
  ['<a href="//user@amzn.to/abc">a</a>', '<a>a</a>'],
  ['<a href="sms:+15550100">a</a>', '<a href="sms:+15550100">a</a>'],
  ['<p dir="rtl"><kbd>Ctrl</kbd></p>', '<p dir="rtl"><kbd>Ctrl</kbd></p>'],
  [
    '<p>A <span lang="FR-ca" class="x">crème <em>de</em></span> b</p>',
    '<p>A <span lang="fr-CA">crème <em>de</em></span> b</p>',
  ],
  [
    '<p><span>a<span lang="ko">물</span></span><span lang="no language">b</span><span lang="">c</span></p>',
    '<p>a<span lang="ko">물</span>bc</p>',
  ],
  ['<h2 dir="up">a</h2><ol type="a" dir="rtl"><li>b</li></ol>', '<h2>a</h2><ol type="a" dir="rtl"><li>b</li></ol>'],
  [
    '<img src="//a.example/b.jpg" alt="" title="c" />',
    '<img alt="" loading="lazy" src="https://a.example/b.jpg" title="c" />',
  ],
])('%s is stored as %s', (html, stored) => {
  expect(cleanHtml(html)).toBe(stored)
})

test('links with target="_blank" get rel="noopener"', () => {
  expect(cleanHtml('<a href="https://a.example" target="_blank">x</a>')).toContain('rel="noopener"')
  expect(cleanHtml('<a href="https://a.example" target="_blank" rel="nofollow">x</a>')).toContain(
    'rel="nofollow noopener"',
  )
  expect(cleanHtml('<a href="https://a.example" target="top">x</a>')).not.toContain('target')
})

test('an image always has an alt attribute and loads lazily', () => {
  expect(cleanHtml('<img src="/a.jpg">')).toMatch(/alt(?:="")?.*loading="lazy"/)
})

test('endless and unclosed markup is sanitised in linear time', () => {
  const started = cpuTime()
  for (const html of [
    '<p>'.repeat(20_000),
    '<'.repeat(100_000),
    '<a href="'.repeat(20_000),
    '&'.repeat(100_000),
    '<!--'.repeat(20_000),
  ])
    expect(findActiveContent(cleanHtml(html))).toEqual([])
  expect(cpuTime() - started).toBeLessThan(10_000)
})

test('textOf returns the text in one line', () => {
  expect(textOf('<h2>One</h2><p>Two &amp; <b>three</b></p><ul><li>four</li><li>five</li></ul>')).toBe(
    'One Two & three four five',
  )
  expect(textOf('<p>5 &lt; 6</p>')).toBe('5 < 6')
})

test('feeds keep the language of words, and no span of the product', () => {
  const html =
    '<p><span data-stars="4"><b>★</b></span> <span lang="fr">eau</span><span data-part="opening">x</span></p>'
  expect(withAbsoluteAddresses(html, 'https://dew.example')).toBe('<p><b>★</b> <span lang="fr">eau</span>x</p>')
})

test('relative URLs become absolute, others are unchanged', () => {
  const html = '<p><a href="/blog/a">a</a> <a href="https://b.example/">b</a> <a href="mailto:c@d.example">c</a></p>'
  expect(withAbsoluteAddresses(html, 'https://dew.example')).toBe(
    '<p><a href="https://dew.example/blog/a">a</a> <a href="https://b.example/">b</a> <a href="mailto:c@d.example">c</a></p>',
  )
})

test.each([
  ...[
    '<figure data-block="picture" data-width="wide"><img src="/media/a/640.jpg" alt="A" loading="lazy" /></figure>',
    '<figure data-align="left" data-block="picture" data-width="small"><img src="/media/a/640.jpg" alt="A" loading="lazy" /><figcaption>A <a href="/b">b</a></figcaption></figure>',
    '<aside data-block="callout"><p>Patch-test first.</p></aside>',
    '<aside data-block="callout" data-tone="warning"><p>Not with retinol.</p><ul><li>Never</li></ul></aside>',
    '<section data-block="faq"><details><summary>How much?</summary><p>Two fingers.</p></details></section>',
    '<p data-block="button" data-tone="quiet"><a href="/shop">To the shop</a></p>',
    '<figure data-block="video"><a href="https://vimeo.com/76979871">How to</a><figcaption>2 minutes</figcaption></figure>',
    '<div data-block="products" data-product-ids="3,1,12"></div>',
  ],
  ...['row', 'gallery', 'compare'].map(
    (name) =>
      `<figure data-block="${name}" data-width="full"><figure><img src="/media/a/640.jpg" alt="A" loading="lazy" /><figcaption>Before</figcaption></figure><figure><img src="/media/b/640.jpg" alt="B" loading="lazy" /></figure><figcaption>Both</figcaption></figure>`,
  ),
])('a block is stored as it is: %s', (html) => {
  const sorted = (text: string) =>
    text.replace(/<(\w+)([^>]*?)\s*\/?>/g, (_, tag: string, rest: string) => {
      return `<${tag} ${(rest.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(' ')}>`
    })
  expect(sorted(cleanHtml(html))).toBe(sorted(html))
})

test.each([
  // Unknown names and values, and those of another element.
  ['<figure data-block="carousel" data-width="wide"></figure>', '<figure></figure>'],
  [
    '<figure data-block="picture" data-width="9000px" data-tone="tip"></figure>',
    '<figure data-block="picture"></figure>',
  ],
  ['<figure data-block="faq"></figure>', '<figure></figure>'],
  ['<figure data-width="wide"></figure>', '<figure></figure>'],
  ['<figure data-block="toString" data-width="wide"></figure>', '<figure></figure>'],
  ['<p data-block="callout" data-tone="tip" id="x">a</p>', '<p>a</p>'],
  ['<aside><p>a</p></aside>', '<p>a</p>'],
  ['<aside data-block="faq"><p>a</p></aside>', '<p>a</p>'],
  [
    '<section class="x"><p>a</p><section data-block="faq"><p>b</p></section></section>',
    '<p>a</p><section data-block="faq"><p>b</p></section>',
  ],
  [
    '<details open="" ontoggle="alert(1)"><summary onclick="x">a</summary>b</details>',
    '<details><summary>a</summary>b</details>',
  ],
  ['<div data-block="products"></div>', ''],
  ['<div data-block="products" data-product-ids="1,x">a</div>', 'a'],
  [
    '<div data-block="products" data-product-ids="1,2">a</div>',
    '<div data-block="products" data-product-ids="1,2"></div>a',
  ],
  [`<div data-block="products" data-product-ids="${Array.from({ length: 13 }, (_, i) => i + 1)}"></div>`, ''],
])('a block keeps only what is declared: %s', (html, kept) => {
  expect(cleanHtml(html)).toBe(kept)
})

test('the words of a block are words of the text', () => {
  expect(
    textOf(
      '<section data-block="faq"><details><summary>Why?</summary><p>So.</p></details></section><aside data-block="callout"><p>Tip</p></aside><figure><img src="/a.jpg" alt="" /><figcaption>A jar</figcaption></figure>',
    ),
  ).toBe('Why? So. Tip A jar')
})

test('what follows a removed section keeps its own closing tags', () => {
  expect(cleanHtml('<section>a</section><b>b</b> c')).toBe('a<b>b</b> c')
  expect(cleanHtml('<p><aside>a</aside></p><p><i>b</i> c</p><section>d</section><em>e</em>f')).toBe(
    '<p></p>a<p></p><p><i>b</i> c</p>d<em>e</em>f',
  )
})

test('of tags that are nested deeper than any article the text is kept', () => {
  const html = `<p>First &amp; last</p>${'<b>'.repeat(60_000)}sentence 1 < 2<<b>i>`
  expect(cleanHtml(html).replace(/\s+/g, ' ')).toBe(' First &amp; last sentence 1 &lt; 2&lt; i&gt;')
})

test('text is stored composed, also where a reference or a removed tag separates a character from its accent, and addresses are not', () => {
  const image = '<img alt="e\u0301" loading="lazy" src="/media/e\u0301.jpg" />'
  const html = `<p>Cre\u0301me <a href="/e\u0301">cafe&#769;</a> e<font>\u0301</font> &lt;&#824; ${image}</p>`
  const cleaned = cleanHtml(html)
  expect(cleaned).toBe(`<p>Cr\u00e9me <a href="/e\u0301">caf\u00e9</a> \u00e9 &lt;\u0338 ${image}</p>`)
  expect(cleanHtml(cleaned)).toBe(cleaned)
})

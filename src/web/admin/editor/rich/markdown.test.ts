import { expect, test } from 'vitest'
import { markdownToHtml } from './markdown.ts'

/** Without the line breaks between and inside blocks, which the editor reads as blanks. */
function compact(html: string | undefined): string | undefined {
  return html
    ?.replace(/\n?(<\/?(?:ul|ol|li|blockquote|table|t\w+|h[r\d]|p|pre)\b[^>]*>)\n?/g, '$1')
    .replace(/(?<!<pre>.*)\n(?!.*<\/pre>)/gs, ' ')
}

test.each([
  ['## Morning', '<h2>Morning</h2>'],
  ['# Title #\nText', '<h1>Title</h1><p>Text</p>'],
  ['Title\n=====\n\nPart\n---\nText', '<h1>Title</h1><h2>Part</h2><p>Text</p>'],
  ['A **bold** and __strong__ word', '<p>A <strong>bold</strong> and <strong>strong</strong> word</p>'],
  [
    '*a*, ***b***, **c *d*** and ~~e~~',
    '<p><em>a</em>, <em><strong>b</strong></em>, <strong>c <em>d</em></strong> and <del>e</del></p>',
  ],
  ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
  ['[a *b*](https://x.example/(c) "t")', '<p><a href="https://x.example/(c)">a <em>b</em></a></p>'],
  [
    '[a][1] and [b]\n\n[1]: https://x.example/?a=1&b=2',
    '<p><a href="https://x.example/?a=1&amp;b=2">a</a> and [b]</p>',
  ],
  ['<https://x.example/a>', '<p><a href="https://x.example/a">https://x.example/a</a></p>'],
  ['![A "jar"](https://x.example/a.jpg)', '<img src="https://x.example/a.jpg" alt="A &quot;jar&quot;">'],
  ['`a < b` \\*c\\*', '<p><code>a &lt; b</code> *c*</p>'],
  ['- a', '<ul><li>a</li></ul>'],
  ['- a\n  more\n  - b\n- [x] c', '<ul><li>a<br>more<ul><li>b</li></ul></li><li>☑ c</li></ul>'],
  ['1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
  ['1. a\n\n2. b\n\n   more', '<ol><li><p>a</p></li><li><p>b</p><p>more</p></li></ol>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['Text:\n- a\n\nAfter', '<p>Text:</p><ul><li>a</li></ul><p>After</p>'],
  ['> a\nb\n> - c', '<blockquote><p>a<br>b</p><ul><li>c</li></ul></blockquote>'],
  ['```js\nif (a < b) {\n\n## no\n```\nText', '<pre><code>if (a &lt; b) {\n\n## no</code></pre><p>Text</p>'],
  ['~~~\na', '<pre><code>a</code></pre>'],
  [
    '| A | B |\n|---|:-:|\n| **1** | x \\| y |',
    '<table><thead><tr><th>A</th><th align="center">B</th></tr></thead><tbody><tr><td><strong>1</strong></td><td align="center">x | y</td></tr></tbody></table>',
  ],
  [
    'A | B\n--|--\n1 | 2\n\nText',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><p>Text</p>',
  ],
  ['## A\n\n---\n\nb  \nc\nd', '<h2>A</h2><hr><p>b<br>c<br>d</p>'],
  [
    '**A** & B < C, &amp; https://x.example/a_b_c.',
    '<p><strong>A</strong> &amp; B &lt; C, &amp; <a href="https://x.example/a_b_c">https://x.example/a_b_c</a>.</p>',
  ],
  ['[Ann]: hi\n[Bea]: hello\n**x**', '<p>[Ann]: hi<br>[Bea]: hello<br><strong>x</strong></p>'],
  ['Cleanser\nToner \n**SPF**', '<p>Cleanser<br>Toner<br><strong>SPF</strong></p>'],
  ['+ a\n+ b\n**x**', '<p>+ a<br>+ b<br><strong>x</strong></p>'],
  ['[a]\n\n```\n[a]: https://x.example\n```', '<p>[a]</p><pre><code>[a]: https://x.example</code></pre>'],
  ['- ![](https://x.example/a.png)', '<ul><li><img src="https://x.example/a.png" alt=""></li></ul>'],
  ['これは**「保湿」**です', '<p>これは<strong>「保湿」</strong>です</p>'],
  ['1) a\n2) b', '<ol><li>a</li><li>b</li></ol>'],
  ['## A\r\n\r\n2024. It was a good year.', '<h2>A</h2><p>2024. It was a good year.</p>'],
])('%j is Markdown', (text, html) => {
  expect(compact(markdownToHtml(text))).toBe(html)
})

test.each([
  'Wash your face.\n\nPat it dry.',
  '2024. It was a good year.',
  '1. Mai ist ein Feiertag',
  '* affiliate link',
  '+ 5 dollars',
  'Serum*, toner*, cream*',
  'Serum**, toner**',
  '(*) affiliate (*) links',
  '~5 to ~10 and ~x~',
  '[Ann]: hello\n[Bea]: hello, Ann',
  '24. Dezember\nist ein Feiertag.',
  '#skincare #spf50',
  '2 * 3 * 4 is 24, and 5*3*2 is 30',
  '*Prices may vary. *Affiliate links',
  'my_file_name and _this_',
  'SPF [50+] (broad)',
  'A | B',
  'Text\n---\nText\n\n-----',
  'https://shop.example/a_b_c',
  '-5 degrees, - and',
  '',
])('%j is a plain text', (text) => {
  expect(markdownToHtml(text)).toBeUndefined()
})

test('the lines of a text that is wrapped at a width are joined, and its other line breaks are kept', () => {
  const line = 'This cleanser does not strip the skin, and it rinses off quickly, which'
  const list = '- short\n- list\n- of\n- items'
  expect(
    compact(markdownToHtml(`## A\n\n${line}\n${line}\n${line}\nI **like**.\n\n${list}\n\n> ${line}\n> b  \n> c`)),
  ).toBe(
    `<h2>A</h2><p>${line} ${line} ${line} I <strong>like</strong>.</p>` +
      `<ul><li>short</li><li>list</li><li>of</li><li>items</li></ul><blockquote><p>${line} b<br>c</p></blockquote>`,
  )
})

test('the private characters of icon fonts stay as they were pasted', () => {
  expect(markdownToHtml('**\ue000 a\ue003「b」**')).toBe('<p><strong>\ue000 a\ue003「b」</strong></p>')
})

test('thousands of definitions to which nothing refers otherwise are read within the timeout of a test', () => {
  expect(markdownToHtml(`${'[a]: /\n'.repeat(20_000)}\n\n**x** [b]`)).toBe('<p><strong>x</strong> [b]</p>')
})

test('HTML in Markdown is text', () => {
  expect(compact(markdownToHtml('## <img src=x onerror=alert(1)>'))).toBe('<h2>&lt;img src=x onerror=alert(1)&gt;</h2>')
  expect(markdownToHtml('[a](https://x.example/"onclick="b)')).not.toContain('"onclick')
})

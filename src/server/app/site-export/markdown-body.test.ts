import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samples } from '../../../../test/block-samples.ts'
import { cleanHtml } from '../../content/rich-text/clean-html.ts'
import { htmlOfMarkdown, isSame, markdownOf } from './markdown-body.ts'

test.each([
  ['<h2>Why</h2><p>It is <strong>calm</strong>, and <em>mild</em>.</p>', '## Why\n\nIt is **calm**, and _mild_.'],
  ['<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>', '- one\n- two\n  - three'],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b'],
  ['<ol start="3"><li>x</li></ol><hr />', '3. x\n\n---'],
  ['<blockquote><p>Quoted</p></blockquote>', '> Quoted'],
  ['<pre><code>a\n\n  b &lt;</code></pre>', '```\na\n\n  b <\n```'],
  [
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td>3</td></tr></tbody></table>',
    '| A | B |\n| - | - |\n| 1\\|2 | 3 |',
  ],
  ['<p>a<br />b</p>', 'a\\\nb'],
  ['<p># not a heading, * no list</p>', '\\# not a heading, \\* no list'],
  ['<p><a href="/blog/x" title="t">Link</a> <u>under</u></p>', '[Link](/blog/x "t") <u>under</u>'],
])('%s is written as Markdown', (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
  expect(isSame(htmlOfMarkdown(markdown), html)).toBe(true)
})

test.each([
  '<p dir="rtl">Right to left</p>',
  '<ol type="a"><li>x</li></ol>',
  '<p>A bare address: https://new.example/a_b_c</p>',
  '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
  ...Object.values(samples(1, 2)).flatMap(([html]) => cleanHtml(html).split(/(?<=<\/figure>)(?=<figure data-block)/)),
])('%s stays as it is', (html) => {
  expect(markdownOf(html)).toBe(html)
  expect(isSame(htmlOfMarkdown(html), html)).toBe(true)
})

const words = fc.stringMatching(/^[a-z*_#<>&`[\]()!|\\~+.\-1 \n\u00a0]{1,12}$/)
const inline = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    fc
      .tuple(fc.constantFrom('strong', 'em', 'code', 'u', 'sub'), tie('nodes'))
      .map(([name, content]) => `<${name}>${content}</${name}>`),
    tie('nodes').map((content) => `<a href="/blog/x_y">${content}</a>`),
    fc.constantFrom('<br />', '<img src="/media/a_b/640.jpg" alt="*A* jar" />'),
  ),
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((nodes) => nodes.join('')),
})).nodes
const block = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(fc.constantFrom('p', 'h2', 'h3', 'li'), inline).map(([name, text]) => `<${name}>${text}</${name}>`),
    inline.map((text) => `<pre><code>${text}</code></pre>`),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol'),
        fc.array(fc.oneof(inline, tie('nodes') as fc.Arbitrary<string>), { maxLength: 3 }),
      )
      .map(([name, items]) => `<${name}>${items.map((item) => `<li>${item}</li>`).join('')}</${name}>`),
    tie('nodes').map((content) => `<blockquote>${content}</blockquote>`),
    inline.map(
      (text) => `<table><thead><tr><th>${text}</th></tr></thead><tbody><tr><td>${text}</td></tr></tbody></table>`,
    ),
    inline as fc.Arbitrary<string>,
  ),
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => nodes.join('')),
})).nodes as fc.Arbitrary<string>

test('any stored text is read back from Markdown as it was', () => {
  fc.assert(
    fc.property(block, (content) => {
      const html = cleanHtml(content)
      const markdown = markdownOf(html)
      if (!isSame(htmlOfMarkdown(markdown), html))
        throw new Error(`${html}\n---\n${markdown}\n---\n${htmlOfMarkdown(markdown)}`)
    }),
    { numRuns: 250 },
  )
})

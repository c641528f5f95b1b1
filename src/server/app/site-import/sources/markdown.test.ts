import { describe, expect, test } from 'vitest'
import { convertContent } from '../content/convert-content.ts'
import type { ExportFile } from '../export-file.ts'
import type { ExportDocument } from '../export-kinds.ts'
import type { SourceRecord } from '../source-records.ts'
import { readMarkdown } from './markdown.ts'

const fileOf = (name: string, text: string): ExportDocument => ({
  name,
  content: 'markdown',
  bytes: Buffer.byteLength(text),
  async *open() {
    yield Buffer.from(text)
  },
})

/** Reads files by their names, with pictures that are empty. */
function read(texts: Record<string, string>, pictures: string[] = []): Promise<SourceRecord[]> {
  const documents = Object.entries(texts).map(([name, text]) => fileOf(name, text))
  const files = new Map<string, ExportFile>(pictures.map((name) => [name, fileOf(name, '')]))
  return Array.fromAsync(readMarkdown({ documents, pictures: files }, ''))
}

const textsOf = (records: SourceRecord[]) => records.filter((record) => record.type === 'text')
const problemsOf = (records: SourceRecord[]) =>
  records.filter((record) => record.type === 'problem').map(({ item, text }) => `${item}: ${text}`)
const readText = async (name: string, text: string, pictures: string[] = []) =>
  textsOf(await read({ [name]: text }, pictures))[0]!

const none = () => undefined
const htmlOf = (content: string) =>
  convertContent(content, { findPicture: none, findLink: none, findFragment: none }, 'html').html.replace(
    />\n+</g,
    '><',
  )

describe('front matter', () => {
  const yaml = `---
title: "My toner: tested"
slug: my-toner
date: 2023-05-03T08:00:00+02:00
lastmod: 2023-06-01
draft: false
description: A calm toner for winter.
categories: [Skin care, Winter]
tags:
  - Toner
  - Calm
cover:
  image: images/jar.jpg
  alt: A jar
featured: true
author: Ada
aliases:
  - /old/toner/
weight: 3
---
Calm.
`
  const toml = `+++
title = "My toner: tested"
slug = "my-toner"
date = 2023-05-03T08:00:00+02:00
lastmod = 2023-06-01
draft = false
description = "A calm toner for winter."
categories = ["Skin care", "Winter"]
tags = ["Toner", "Calm"]
featured = true
authors = ["Ada"]
aliases = ["/old/toner/"]
weight = 3
[cover]
image = "images/jar.jpg"
alt = "A jar"
+++
Calm.
`
  const json = `{
  "title": "My toner: tested",
  "slug": "my-toner",
  "date": "2023-05-03T08:00:00+02:00",
  "lastmod": "2023-06-01",
  "draft": false,
  "description": "A calm toner for winter.",
  "categories": ["Skin care", "Winter"],
  "tags": ["Toner", "Calm"],
  "cover": { "image": "images/jar.jpg", "alt": "A jar" },
  "featured": true,
  "authors": ["Ada"],
  "aliases": ["/old/toner/"],
  "weight": 3
}

Calm.
`
  test.each([
    ['YAML', yaml],
    ['YAML with the line ends of Windows', yaml.replaceAll('\n', '\r\n')],
    ['TOML', toml],
    ['JSON', json],
  ])('in %s has all fields', async (_, text) => {
    const records = await read({ 'content/posts/toner/index.md': text }, ['content/posts/toner/images/jar.jpg'])
    expect(records).toEqual([
      { type: 'site', name: '', url: '' },
      {
        type: 'picture',
        id: 'export:/content/posts/toner/images/jar.jpg',
        url: 'export:/content/posts/toner/images/jar.jpg',
        alt: 'A jar',
        addresses: [],
      },
      {
        type: 'category',
        slug: 'skin-care',
        name: 'Skin care',
        description: '',
        addresses: ['/categories/skin-care/', '/category/skin-care/'],
      },
      expect.objectContaining({ type: 'category', slug: 'winter' }),
      {
        type: 'text',
        id: 'content/posts/toner/index.md',
        kind: 'post',
        title: 'My toner: tested',
        slug: 'my-toner',
        content: '<p>Calm.</p>\n',
        format: 'html',
        excerpt: 'A calm toner for winter.',
        status: 'published',
        publishedAt: '2023-05-03T06:00:00.000Z',
        updatedAt: '2023-06-01T00:00:00.000Z',
        categories: [
          { name: 'Skin care', slug: 'skin-care' },
          { name: 'Winter', slug: 'winter' },
        ],
        tags: [
          { name: 'Toner', slug: 'toner' },
          { name: 'Calm', slug: 'calm' },
        ],
        cover: 'export:/content/posts/toner/images/jar.jpg',
        metaTitle: '',
        metaDescription: '',
        isFeatured: true,
        authors: ['Ada'],
        addresses: ['/old/toner/', '/posts/my-toner/'],
      },
      { type: 'problem', kind: 'left-out', item: 'Front matter', text: 'Fields that are not kept: weight.' },
    ])
  })

  test.each([
    ['---\ntitle: [\n---\nCalm', /^Its front matter is not readable: /],
    ['+++\ntitle = \n+++\nCalm', /^Its front matter is not readable: /],
    ['---\ntitle: A\nCalm', /^Its front matter has no end\.$/],
    ['---\njust words\n---\nCalm', /^Its front matter has no fields\.$/],
    ['---\na: &a [*a]\nb: *a\n---\nCalm', /front matter/],
    ['{"title": "A",\n}\nCalm', /^Its front matter is not readable\.$/],
  ])('that is malformed, %j, has a note, and the text stays', async (text, note) => {
    const { notes, content, title } = await readText('posts/my-toner.md', text)
    expect(content).toContain('Calm')
    expect(title).toBe('my toner')
    expect(notes?.[0] ?? 'front matter').toMatch(note)
  })

  test('of an alias that grows without end is refused, and one with values of other types is read', async () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`)
      .join('\n')}\n---\nCalm`
    expect((await readText('posts/a.md', bomb)).notes?.[0]).toMatch(/^Its front matter is not readable/)
    const odd =
      'title: [a, b]\nslug: {a: 1}\ndate: soon\ntags: 5\ncategories: {a: b}\ncover: [[1]]\ndraft: maybe\naliases: [[], {}, null]'
    expect(await readText('posts/my-toner.md', `---\n${odd}\n---\nCalm`)).toMatchObject({
      title: 'my toner',
      slug: 'my-toner',
      publishedAt: null,
      cover: null,
      status: 'published',
      tags: [{ name: '5' }],
      categories: [],
    })
  })
})

test.each([
  [
    '_posts/2019-05-03-my-toner.md',
    'categories: skin winter',
    ['/skin/winter/2019/05/03/my-toner.html', '/2019/05/03/my-toner/', '/my-toner/'],
  ],
  ['site-main/_posts/2019-05-03-my-toner.markdown', 'permalink: /:year/:title/', ['/2019/05/03/my-toner.html']],
  ['_posts/2019-05-03-my-toner.md', 'permalink: /toner.html\nredirect_from: /jar/', ['/toner.html', '/jar/']],
  ['src/content/blog/my-toner.mdx', 'pubDate: May 3 2019', ['/blog/my-toner/']],
  ['src/posts/my-toner.md', 'date: 2019-05-03\npermalink: "/{{ slug }}/"', ['/posts/my-toner/']],
  ['content/my-toner.md', 'date: 2019-05-03\nurl: https://old.example/x/', ['/x/', '/my-toner/']],
])('%s with %j has its address, its date and its slug', async (name, fields, addresses) => {
  const text = await readText(name, `---\n${fields}\n---\nCalm`)
  expect(text).toMatchObject({ kind: 'post', publishedAt: expect.stringMatching(/^2019-05-0[23]T/) })
  expect(text.slug).toBe(fields.includes('toner.html') ? 'toner' : 'my-toner')
  expect(text.addresses).toEqual(expect.arrayContaining(addresses))
})

test('categories and tags may be a list, words or one name, and a date without zeros counts', async () => {
  const fields = 'category: Daily care\ncategories: Skin Winter\ntags: calm, dry skin\ntag: Very dry skin'
  const text = await readText('_posts/2021-9-1-my-toner.md', `---\n${fields}\n---\nCalm`)
  expect(text).toMatchObject({ slug: 'my-toner', publishedAt: '2021-09-01T00:00:00.000Z' })
  expect(text.categories.map(({ name }) => name)).toEqual(['Skin', 'Winter', 'Daily care'])
  expect(text.tags.map(({ name }) => name)).toEqual(['calm', 'dry skin', 'Very dry skin'])
})

test('pages, drafts, and what is not a text of the site', async () => {
  const records = await read({
    'content/about.md': '# About me\n\nHello.',
    '_drafts/later.md': 'Later',
    'content/posts/hidden.md': '---\ndraft: true\n---\nHidden',
    '_posts/2019-01-01-off.md': '---\npublished: false\n---\nOff',
    'content/posts/_index.md': 'All posts',
    'README.md': 'How to build it',
    'themes/calm/exampleSite/content/posts/x.md': 'Lorem',
    'newsletters/one.md': '---\nid: 5\nkind: newsletter\nslug: one\n---\nHi',
  })
  expect(textsOf(records).map(({ id, kind, title, status }) => [id, kind, title, status])).toEqual([
    ['content/about.md', 'page', 'About me', 'published'],
    ['_drafts/later.md', 'post', 'later', 'draft'],
    ['content/posts/hidden.md', 'post', 'hidden', 'draft'],
    ['_posts/2019-01-01-off.md', 'post', 'off', 'draft'],
  ])
  expect(textsOf(records)[0]?.content.trim()).toBe('<p>Hello.</p>')
  expect(problemsOf(records)).toEqual([
    'content/posts/_index.md: The text of a section (_index) is not imported.',
    'README.md: It is about the folder, not a text of the site.',
    'themes/calm/exampleSite/content/posts/x.md: It belongs to the theme, not to the texts.',
    'newsletters/one.md: A newsletter is not imported.',
  ])
})

test('pictures are found next to the text and in the folders of the generator, links to files lead to their texts', async () => {
  const pictures = ['site/content/posts/toner/jar one.jpg', 'site/static/images/tube.png', 'site/src/assets/balm.webp']
  const records = await read(
    {
      'site/content/posts/toner/index.md':
        '![Jar](jar%20one.jpg) ![Tube](/images/tube.png?w=3) ![Balm](~/assets/balm.webp) ![Gone](gone.jpg) ![Far](https://a.example/a.jpg) [Serums](../serums.md#two) [Out](../../../../etc/passwd.md)',
      'site/content/posts/serums.md': '![Out](../../../../../etc/secret.jpg)',
    },
    pictures,
  )
  const [toner, serums] = textsOf(records)
  expect([...toner!.content.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    'export:/site/content/posts/toner/jar one.jpg',
    'export:/site/static/images/tube.png',
    'export:/site/src/assets/balm.webp',
    '/site/content/posts/toner/gone.jpg',
    'https://a.example/a.jpg',
  ])
  expect(toner!.content).toContain('href="/posts/serums/#two"')
  expect(serums!.content).not.toContain('export:')
  expect(records.filter(({ type }) => type === 'picture')).toHaveLength(3)
})

test.each([
  [
    '{{< figure src="https://a.example/a.jpg" alt="A" caption="B" >}}',
    '<figure><img alt="A" loading="lazy" src="https://a.example/a.jpg" /><figcaption>B</figcaption></figure>',
  ],
  [
    '{{< youtube aqz-KE-bpKQ >}}',
    '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure>',
  ],
  ['{{% notice tip %}}\n**Calm**\n{{% /notice %}}', '<aside data-block="callout"><p><strong>Calm</strong></p></aside>'],
  [
    '{{< details "How?" >}}\nSo.\n{{< /details >}}',
    '<section data-block="faq"><details><summary>How?</summary><p>So.</p></details></section>',
  ],
  [
    '{{< button href="https://a.example" text="Shop" >}}',
    '<p data-block="button"><a href="https://a.example">Shop</a></p>',
  ],
  [
    '[Serums]({{< ref "posts/serums.md" >}}) and [T]({% post_url 2019-05-03-toner %})',
    '<p><a href="/posts/serums/">Serums</a> and <a href="/2019/05/03/toner.html">T</a></p>',
  ],
  [
    '![A]({{ site.baseurl }}/a.jpg) {{ "/b" | relative_url }}',
    '<figure><img alt="A" loading="lazy" src="/a.jpg" /></figure><p>/b</p>',
  ],
  [
    '{% include figure image_path="https://a.example/a.jpg" alt="A" %}',
    '<figure><img alt="A" loading="lazy" src="https://a.example/a.jpg" /></figure>',
  ],
  ['Write {{</* youtube x */>}}.', '<p>Write {{&lt; youtube x &gt;}}.</p>'],
  ['{% highlight js %}\na < b\n{% endhighlight %}', '<pre><code>a &lt; b</code></pre>'],
  ['## Calm {#calm}\n\nText\n{: .wide }', '<h2>Calm</h2><p>Text</p>'],
  [
    '| A | B |\n|---|---|\n| 1 | ~~2~~ |',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><s>2</s></td></tr></tbody></table>',
  ],
])('%j', async (markdown, html) => {
  const { content, notes } = await readText('posts/a.md', markdown)
  expect(htmlOf(content)).toBe(html)
  expect(notes).toBeUndefined()
})

test('footnotes stay', async () => {
  const { content } = await readText('posts/a.md', 'Calm[^1].\n\n[^1]: In winter.')
  expect(htmlOf(content)).toContain('<sup>')
  expect(htmlOf(content)).toContain('In winter.')
})

test.each([
  ['{{< chart data="x" >}}inside{{< /chart >}}', 'inside', 'The shortcode “chart” was left out.'],
  ['{% toc %}Calm', 'Calm', 'The shortcode “toc” was left out.'],
  ['{{ page.title }} Calm', 'Calm', 'The tag “{{ page.title }}” stays as text.'],
  ['<Callout>\n\nCalm\n\n</Callout>', 'Calm', 'The component “Callout” was left out; the text in it stays.'],
  [
    `${'> '.repeat(5000)}Calm`,
    'Calm',
    'Its Markdown is too long or nested too deeply to be read, and stays as plain text.',
  ],
  [
    `${'Calm '.repeat(300_000)}`,
    'Calm',
    'Its Markdown is too long or nested too deeply to be read, and stays as plain text.',
  ],
])('a text has a note about what it loses', async (markdown, kept, note) => {
  const { content, notes } = await readText('posts/a.md', markdown)
  expect(content).toContain(kept)
  expect(notes).toEqual([note])
})

test.each([
  '',
  '\u0000',
  '---',
  '---\n---',
  '+++\n+++\n',
  '{}',
  '\uFEFF---\ntitle: A\n---\n',
  '[a](',
  '{{<',
  '{%'.repeat(10_000),
  '['.repeat(50_000),
])('the malformed text %j is read', async (markdown) => {
  expect(textsOf(await read({ 'posts/a.md': markdown }))).toHaveLength(1)
})

test('a file that is too large has a line', async () => {
  expect(problemsOf(await read({ 'posts/a.md': 'x'.repeat(6_000_000) }))).toEqual([
    'posts/a.md: “posts/a.md” is larger than 5 MB.',
  ])
})

test('a text of an archive of this program stays as it is', async () => {
  const own = '<aside data-block="callout"><p>Tip</p></aside>'
  const record = await readText(
    'posts/winter-toner.md',
    `---\ntitle: A toner\nslug: winter-toner\nid: 3\nkind: post\nstatus: published\ndate: 2026-01-01T00:00:00.000Z\ncover: ../media/jar.jpg\nkeywords:\n  - calm\n---\n\nIt is **calm**. {{ not a tag }}\n\n${own}\n`,
    ['media/jar.jpg'],
  )
  expect(record).toMatchObject({
    format: 'own',
    cover: 'export:/media/jar.jpg',
    addresses: ['/blog/winter-toner'],
    tags: [{ name: 'calm' }],
  })
  const { html } = convertContent(
    record.content,
    { findPicture: none, findLink: none, findFragment: none },
    record.format,
  )
  expect(html.trim()).toBe(`<p>It is <strong>calm</strong>. {{ not a tag }}</p>\n${own}`)
})

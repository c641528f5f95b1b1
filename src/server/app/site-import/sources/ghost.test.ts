import { describe, expect, test } from 'vitest'
import { convertContent } from '../content/convert-content.ts'
import type { ExportFile } from '../export-file.ts'
import type { SourceRecord } from '../source-records.ts'
import { readGhost } from './ghost.ts'

const fileOf = (text: string | Buffer, name = 'ghost.json'): ExportFile => ({
  name,
  bytes: Buffer.byteLength(text),
  async *open() {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  },
})

const read = (value: unknown, siteUrl = ''): Promise<SourceRecord[]> =>
  Array.fromAsync(readGhost(fileOf(typeof value === 'string' ? value : JSON.stringify(value)), { siteUrl }))

const texts = (records: SourceRecord[]) => records.filter((record) => record.type === 'text')
const problems = (records: SourceRecord[]) =>
  records.filter((record) => record.type === 'problem').map(({ text }) => text)

const post = (fields: Record<string, unknown> = {}) => ({
  id: '5f1',
  title: 'My toner',
  slug: 'my-toner',
  html: '<p>Calm</p>',
  status: 'published',
  visibility: 'public',
  published_at: '2023-05-03T08:00:00.000Z',
  updated_at: '2023-06-01T08:00:00.000Z',
  ...fields,
})

const data = {
  settings: [{ key: 'title', value: 'Dew' }],
  tags: [
    { id: 't1', name: 'Skin care', slug: 'skin-care', description: 'All <b>of</b> it' },
    { id: 't2', name: 'Toner', slug: 'toner' },
    { id: 't3', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
  ],
  posts_tags: [
    { post_id: '5f1', tag_id: 't2', sort_order: 2 },
    { post_id: '5f1', tag_id: 't3', sort_order: 0 },
    { post_id: '5f1', tag_id: 't1', sort_order: 1 },
  ],
  posts_meta: [
    {
      post_id: '5f1',
      feature_image_alt: 'A jar',
      meta_title: 'Toner, tested',
      meta_description: 'Calm.',
      email_only: 0,
    },
  ],
  users: [
    { id: 'u1', name: 'Ada' },
    { id: 'u2', name: 'Grace' },
  ],
  posts_authors: [
    { post_id: '5f1', author_id: 'u1', sort_order: 1 },
    { post_id: '5f1', author_id: 'u2', sort_order: 0 },
  ],
  snippets: [{ id: 's1' }],
  posts: [
    post({
      feature_image: '__GHOST_URL__/content/images/2023/05/jar.jpg',
      featured: 1,
      custom_excerpt: 'A calm toner for winter.',
      canonical_url: 'https://other.example/toner',
      codeinjection_head: '<script></script>',
      html: '<p><a href="__GHOST_URL__/serums/">Serums</a></p><img src="__GHOST_URL__/content/images/2023/05/in.jpg">',
    }),
    post({ id: '5f2', title: 'About', slug: 'about', type: 'page' }),
  ],
}

test('an export has its categories, texts, covers and what cannot be kept', async () => {
  expect(await read({ db: [{ meta: { version: '5.80.0' }, data }] })).toEqual([
    { type: 'site', name: 'Dew', url: '' },
    {
      type: 'category',
      slug: 'skin-care',
      name: 'Skin care',
      description: 'All of it',
      addresses: ['/tag/skin-care/'],
    },
    {
      type: 'picture',
      id: '/content/images/2023/05/jar.jpg',
      url: '/content/images/2023/05/jar.jpg',
      alt: 'A jar',
      addresses: [],
    },
    {
      type: 'text',
      id: '5f1',
      kind: 'post',
      title: 'My toner',
      slug: 'my-toner',
      content: '<p><a href="/serums/">Serums</a></p><img src="/content/images/2023/05/in.jpg">',
      format: 'html',
      excerpt: 'A calm toner for winter.',
      status: 'published',
      publishedAt: '2023-05-03T08:00:00.000Z',
      updatedAt: '2023-06-01T08:00:00.000Z',
      categories: [{ slug: 'skin-care', name: 'Skin care' }],
      tags: [{ slug: 'toner', name: 'Toner' }],
      cover: '/content/images/2023/05/jar.jpg',
      metaTitle: 'Toner, tested',
      metaDescription: 'Calm.',
      isFeatured: true,
      authors: ['Grace', 'Ada'],
      addresses: ['/my-toner/', '/my-toner/amp/'],
      notes: [
        'Its internal tags are left out: #hidden.',
        'Its own code was left out.',
        'It named another address as its own for search engines, which is not kept: https://other.example/toner.',
      ],
    },
    expect.objectContaining({ id: '5f2', kind: 'page', categories: [], cover: null }),
    { type: 'problem', kind: 'left-out', item: 'ghost.json', text: 'The tables snippets are not imported.' },
  ])
})

test('the tables of an export may stand in any order, and the wrappers around them be missing', async () => {
  const expected = await read({ db: [{ meta: {}, data }] })
  const { posts, ...others } = data
  for (const other of [
    { posts, ...others },
    { ...others, posts },
  ])
    for (const wrapped of [{ db: [{ data: other }] }, { db: [other] }, { db: { data: other } }, { data: other }, other])
      expect(await read(wrapped)).toEqual(expected)
})

test('an export that is cut off or malformed anywhere is refused before anything is read', async () => {
  const whole = JSON.stringify({ db: [{ meta: {}, data }] })
  for (const text of ['', whole.slice(0, -1), whole.slice(0, 700), whole.replace('"title":', '"title"'), `${whole}]`])
    await expect(read(text), text.slice(-50)).rejects.toThrow('is cut off or damaged: it is not valid JSON.')
  await expect(read({ db: [{ data: { tags: [], posts: {} } }] })).rejects.toThrow('is not an export of Ghost')
  expect(await read(`\uFEFF{"data":{"posts":[]}}`)).toEqual([{ type: 'site', name: '', url: '' }])
})

test('the address of the site stands in texts if it is given', async () => {
  const [site, , cover, toner] = await read({ data }, 'https://old.example/')
  expect(site).toMatchObject({ url: 'https://old.example/' })
  expect(cover).toMatchObject({ url: 'https://old.example/content/images/2023/05/jar.jpg' })
  expect(toner).toMatchObject({ content: expect.stringContaining('href="https://old.example/serums/"') })
})

test('an export of the first versions has numbers for ids, times in milliseconds and Markdown', async () => {
  const [toner] = texts(
    await read({
      meta: { version: '003' },
      data: {
        settings: [{ key: 'permalinks', value: '/:year/:month/:day/:slug/' }],
        posts: [
          {
            id: 1,
            title: 'Old',
            slug: 'old',
            markdown: '## Calm\n\n*Very*',
            image: '/content/images/jar.jpg',
            page: 0,
            status: 'published',
            published_at: 1400000000000,
          },
        ],
        tags: [{ id: 7, name: 'Winter', slug: 'winter' }],
        posts_tags: [{ post_id: 1, tag_id: 7 }],
      },
    }),
  )
  expect(toner).toMatchObject({
    id: '1',
    content: '<h2>Calm</h2>\n<p><em>Very</em></p>\n',
    publishedAt: '2014-05-13T16:53:20.000Z',
    cover: '/content/images/jar.jpg',
    categories: [{ slug: 'winter', name: 'Winter' }],
    addresses: ['/2014/05/13/old/', '/old/', '/old/amp/'],
  })
})

test.each([
  [{ status: 'draft', visibility: 'members' }, 'draft', undefined],
  [{ status: 'scheduled' }, 'scheduled', undefined],
  [{ status: 'sent' }, 'draft', ['It was only sent by email and becomes a draft.']],
  [{ visibility: 'paid' }, 'draft', ['It was not public (“paid”) and becomes a draft.']],
])('a text with %j is of the status %s', async (fields, status, notes) => {
  const [text] = texts(await read({ data: { posts: [post(fields)] } }))
  expect([text?.status, text?.notes]).toEqual([status, notes])
})

const lexical = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } })
const words = (text: string, format = 0) => ({ type: 'extended-text', text, format })

async function htmlOf(fields: Record<string, unknown>) {
  const [text] = texts(await read({ data: { posts: [post({ html: null, ...fields })] } }))
  const none = () => undefined
  const { html } = convertContent(text!.content, { findPicture: none, findLink: none, findFragment: none }, 'html')
  return { html, notes: text!.notes ?? [] }
}

describe('Lexical', () => {
  test.each<[unknown[], string]>([
    [
      [{ type: 'paragraph', children: [words('a'), words('b', 3), { type: 'linebreak' }, words('<c>', 16)] }],
      '<p>a<strong><em>b</em></strong><br /><code>&lt;c&gt;</code></p>',
    ],
    [[{ type: 'extended-heading', tag: 'h3', children: [words('A')] }], '<h3>A</h3>'],
    [
      [{ type: 'list', listType: 'number', children: [{ type: 'listitem', children: [words('A')] }] }],
      '<ol><li>A</li></ol>',
    ],
    [[{ type: 'extended-quote', children: [words('A')] }], '<blockquote><p>A</p></blockquote>'],
    [
      [{ type: 'paragraph', children: [{ type: 'link', url: 'https://a.example', children: [words('A')] }] }],
      '<p><a href="https://a.example">A</a></p>',
    ],
    [
      [{ type: 'image', src: 'https://a.example/a.jpg', alt: 'A', caption: '<i>B</i>', cardWidth: 'wide' }],
      '<figure data-block="picture" data-width="wide"><img alt="A" loading="lazy" src="https://a.example/a.jpg" /><figcaption><i>B</i></figcaption></figure>',
    ],
    [
      [
        {
          type: 'gallery',
          images: [{ src: 'https://a.example/a.jpg' }, { src: 'https://a.example/b.jpg', alt: 'B' }],
          caption: 'C',
        },
      ],
      '<figure data-block="gallery"><figure><img alt="" loading="lazy" src="https://a.example/a.jpg" /></figure><figure><img alt="B" loading="lazy" src="https://a.example/b.jpg" /></figure><figcaption>C</figcaption></figure>',
    ],
    [[{ type: 'horizontalrule' }, { type: 'codeblock', code: 'a < b' }], '<hr /><pre><code>a &lt; b</code></pre>'],
    [
      [
        { type: 'html', html: '<p>A</p>' },
        { type: 'markdown', markdown: '**B**' },
      ],
      '<p>A</p><p><strong>B</strong></p>',
    ],
    [
      [
        {
          type: 'embed',
          url: 'https://youtu.be/aqz-KE-bpKQ',
          html: '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>',
        },
      ],
      '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure>',
    ],
    [
      [{ type: 'bookmark', url: 'https://a.example', metadata: { title: 'A', description: 'B' } }],
      '<p><a href="https://a.example">A</a> – B</p>',
    ],
    [
      [{ type: 'button', buttonText: 'Shop', buttonUrl: 'https://a.example' }],
      '<p data-block="button"><a href="https://a.example">Shop</a></p>',
    ],
    [
      [{ type: 'callout', calloutEmoji: '💡', calloutText: '<b>A</b>' }],
      '<aside data-block="callout"><p>💡 <b>A</b></p></aside>',
    ],
    [
      [{ type: 'toggle', heading: 'A', content: '<p>B</p>' }],
      '<section data-block="faq"><details><summary>A</summary><p>B</p></details></section>',
    ],
  ])('%j', async (children, html) => {
    expect((await htmlOf({ lexical: lexical(...children) })).html).toBe(html)
  })

  test('names what it leaves out', async () => {
    const { notes } = await htmlOf({
      lexical: lexical({ type: 'signup' }, { type: 'audio', src: 'https://a.example/a.mp3', title: 'Talk' }),
    })
    expect(notes).toEqual([
      'The card “signup” was left out.',
      'The file “Talk” is not copied: the text links to its old address.',
    ])
  })

  test('that is nested without end is cut', async () => {
    const deep = '{"type":"list","children":['.repeat(5000) + ']}'.repeat(5000)
    expect((await htmlOf({ lexical: `{"root":{"children":[${deep}]}}` })).notes).toEqual([
      'A part that is nested too deeply was left out.',
    ])
  })
})

test('Mobiledoc becomes text, markups, lists and cards', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: 'https://a.example/a.jpg', alt: 'A' }],
      ['nonsense', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example']]],
    sections: [
      [
        1,
        'p',
        [
          [0, [], 0, 'One '],
          [0, [0], 0, 'two '],
          [0, [1], 2, 'three'],
          [1, [], 0, 0],
          [0, [], 0, 'four'],
        ],
      ],
      [1, 'h2', [[0, [], 0, 'Five']]],
      [3, 'ul', [[[0, [], 0, 'six']]]],
      [10, 0],
      [10, 1],
      [10, 99],
      [77],
      'x',
    ],
  })
  const { html, notes } = await htmlOf({ mobiledoc })
  expect(html).toBe(
    '<p>One <strong>two <a href="https://a.example">three</a></strong><br />four</p><h2>Five</h2><ul><li>six</li></ul><figure><img alt="A" loading="lazy" src="https://a.example/a.jpg" /></figure>',
  )
  expect(notes).toEqual([
    'The card “nonsense” was left out.',
    'The card “” was left out.',
    'A section of an unknown kind was left out.',
  ])
})

test.each([
  [
    '<figure class="kg-card kg-image-card kg-width-full"><img src="https://a.example/a.jpg" class="kg-image" alt="A"></figure>',
    '<figure data-block="picture" data-width="full"><img alt="A" loading="lazy" src="https://a.example/a.jpg" /></figure>',
  ],
  [
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A</div><div class="kg-bookmark-description">B</div><div><img src="https://a.example/i.png"></div></div><img src="https://a.example/t.png"></a></figure>',
    '<p><a href="https://a.example">A</a> – B</p>',
  ],
  [
    '<div class="kg-card kg-button-card kg-align-center"><a href="https://a.example" class="kg-btn kg-btn-accent">Shop</a></div>',
    '<p data-block="button"><a href="https://a.example">Shop</a></p>',
  ],
  [
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">A <b>b</b></div></div>',
    '<aside data-block="callout"><p>💡 A <b>b</b></p></aside>',
  ],
  [
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">A</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>B</p></div></div>',
    '<section data-block="faq"><details><summary>A</summary><p>B</p></details></section>',
  ],
  [
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="https://a.example/a.jpg" class="kg-product-card-image"><h4 class="kg-product-card-title">A</h4><div class="kg-product-card-description"><p>B</p></div><a href="https://a.example" class="kg-product-card-button">C</a></div></div>',
    '<h3>A</h3><figure><img alt="A" loading="lazy" src="https://a.example/a.jpg" /></figure><p>B</p><p data-block="button"><a href="https://a.example">C</a></p>',
  ],
  ['<!--kg-card-begin: html--><p>A</p><!--kg-card-end: html-->', '<p>A</p>'],
])('the card %s', async (html, converted) => {
  expect((await htmlOf({ html })).html).toBe(converted)
})

describe('a malformed export', () => {
  test.each(['', '{"db":[{"data":{"posts":[', 'null', '[]', '{"db":5}', '{"data":{"posts":{}}}', '\u0000\u0001'])(
    '%j is refused with a sentence',
    async (text) => {
      await expect(read(text)).rejects.toThrow(/is not valid JSON|is not an export of Ghost/)
    },
  )

  test('with values of the wrong types is read as far as it can be', async () => {
    const records = await read({
      data: {
        posts: [
          null,
          7,
          [],
          {},
          post({
            id: { a: 1 },
            slug: 12,
            title: ['x'],
            html: 5,
            lexical: '{"root":5}',
            published_at: 'soon',
            tags: 'x',
          }),
          post({ id: '9', title: 'a\u0000b\uD800', html: 'x'.repeat(2_000_000), feature_image: 3 }),
        ],
        tags: 'x',
        posts_tags: [[], { post_id: '9', tag_id: 'gone', sort_order: 'x' }],
        posts_meta: { a: 1 },
        settings: null,
      },
    })
    expect(problems(records)).toEqual([
      'A post without an id, an address and a title.',
      '3 of 6 posts are not readable.',
    ])
    expect(texts(records)).toMatchObject([
      { id: '12', title: '', slug: '12', publishedAt: null, notes: ['Its text is not readable and is missing.'] },
      { id: '9', title: 'ab�', cover: '3' },
    ])
  })
})

import { expect, test } from 'vitest'
import { convertContent } from '../content/convert-content.ts'
import type { ExportDocument } from '../export-kinds.ts'
import type { SourceRecord } from '../source-records.ts'
import { readSubstack } from './substack.ts'

const fileOf = (name: string, text: string, content: ExportDocument['content'] = 'substack'): ExportDocument => ({
  name,
  content,
  bytes: Buffer.byteLength(text),
  async *open() {
    yield Buffer.from(text)
  },
})

const header = 'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url\n'
const row =
  '11.my-toner,2023-05-03T08:00:00.000Z,true,,,newsletter,everyone,"My toner, tested",A calm toner for winter,\n'

const read = (...files: ExportDocument[]): Promise<SourceRecord[]> => Array.fromAsync(readSubstack(files, ''))
const texts = (records: SourceRecord[]) => records.filter((record) => record.type === 'text')
const problems = (records: SourceRecord[]) => records.filter((record) => record.type === 'problem')

const cdn =
  'https://substackcdn.com/image/fetch/$s_!x!,w_1456,c_limit,f_auto/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fpublic%2Fimages%2Fjar_1456x816.jpeg'
const original = 'https://substack-post-media.s3.amazonaws.com/public/images/jar_1456x816.jpeg'
const attributes = (data: unknown) => `data-attrs="${JSON.stringify(data).replaceAll('"', '&quot;')}"`

test('an export has its texts, the pictures in their full size and the address of the publication', async () => {
  expect(
    await read(
      fileOf('posts.csv', header + row),
      fileOf('posts/11.my-toner.html', `<p>Calm</p><img src="${cdn}" alt="A jar">`),
      fileOf('email_list.dewlight.csv', 'email\n', 'readers'),
    ),
  ).toEqual([
    { type: 'site', name: '', url: 'https://dewlight.substack.com' },
    { type: 'picture', id: original, url: original, alt: 'A jar', addresses: [] },
    {
      type: 'text',
      id: '11.my-toner',
      kind: 'post',
      title: 'My toner, tested',
      slug: 'my-toner',
      content: `<p>Calm</p><img src="${original}" alt="A jar">`,
      format: 'html',
      excerpt: 'A calm toner for winter',
      status: 'published',
      publishedAt: '2023-05-03T08:00:00.000Z',
      updatedAt: null,
      categories: [],
      tags: [],
      cover: null,
      metaTitle: '',
      metaDescription: '',
      isFeatured: false,
      addresses: ['/p/my-toner'],
    },
  ])
})

test('drafts, texts for paying readers, podcasts and threads are noted, as is what does not fit', async () => {
  const records = await read(
    fileOf(
      'posts.csv',
      `${header}1.a,2023-05-03,false,,,newsletter,everyone,A,,\n2.b,2023-05-03,true,,,podcast,only_paid,B,,https://a.example/b.mp3\n3,soon,true,,,thread,everyone,C,,\n,,,,,,,,,\n4.d,2023-05-03,true,,,page,everyone,D,,\n`,
    ),
    ...['1.a', '2.b', '3', '9.lost'].map((id) => fileOf(`posts/${id}.html`, '<p>Calm</p>')),
  )
  expect(texts(records).map(({ id, slug, kind, status, notes }) => [id, slug, kind, status, notes])).toEqual([
    ['1.a', 'a', 'post', 'draft', undefined],
    [
      '2.b',
      'b',
      'post',
      'draft',
      ['Its recording is not copied: https://a.example/b.mp3', 'It was not public (“only_paid”) and becomes a draft.'],
    ],
    ['3', '', 'post', 'published', ['It was a thread: its replies are not in the export.']],
    ['4.d', 'd', 'page', 'published', ['Its text is not in the export.']],
  ])
  expect(problems(records).map(({ item, text }) => `${item}: ${text}`)).toEqual([
    'posts.csv: A row without a post_id was left out.',
    'posts/9.lost.html: It has no row in posts.csv.',
  ])
})

test.each([
  [
    `<div class="captioned-image-container"><figure><a class="image-link" href="${cdn}"><div class="image2-inset"><picture><source srcset="x"><img src="${cdn}" ${attributes({ src: original, alt: 'A jar' })}></picture></div></a><figcaption class="image-caption">On the <i>shelf</i></figcaption></figure></div>`,
    `<figure><img alt="A jar" loading="lazy" src="${original}" /><figcaption>On the <i>shelf</i></figcaption></figure>`,
  ],
  [
    `<div class="image-gallery-embed" ${attributes({ gallery: { images: [{ src: original }, { src: 'https://a.example/b.png' }], caption: 'Both', alt: 'C' } })}></div>`,
    `<figure data-block="gallery"><figure><img alt="C" loading="lazy" src="${original}" /></figure><figure><img alt="C" loading="lazy" src="https://a.example/b.png" /></figure><figcaption>Both</figcaption></figure>`,
  ],
  [
    `<div class="youtube-wrap" ${attributes({ videoId: 'aqz-KE-bpKQ' })}><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"></iframe></div></div>`,
    '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure>',
  ],
  [
    `<p class="button-wrapper" ${attributes({ url: 'https://shop.example', text: 'Shop' })}><a class="button" href="https://shop.example"><span>Shop</span></a></p>`,
    '<p data-block="button"><a href="https://shop.example">Shop</a></p>',
  ],
  [
    `<div class="embedded-post-wrap" ${attributes({ title: 'Other', canonical_url: 'https://a.example/p/b' })}><a></a></div>`,
    '<p><a href="https://a.example/p/b">Other</a></p>',
  ],
  ['<div class="pullquote"><p>A</p></div>', '<blockquote><p>A</p></blockquote>'],
  [
    '<p>A<a class="footnote-anchor" href="#footnote-1">1</a></p><div class="footnote"><a class="footnote-number">1</a><div class="footnote-content"><p>B</p></div></div>',
    '<p>A<sup>1</sup></p><p><sup>1</sup> B</p>',
  ],
])('%s', async (html, converted) => {
  const [text] = texts(await read(fileOf('posts.csv', header + row), fileOf('posts/11.my-toner.html', html)))
  const none = () => undefined
  expect(convertContent(text!.content, { findPicture: none, findLink: none, findFragment: none }, 'html').html).toBe(
    converted,
  )
  expect(text!.notes).toBeUndefined()
})

test.each([
  [
    '<div class="subscription-widget-wrap"><form></form></div>',
    'A form or a button to subscribe or share was left out.',
  ],
  [
    `<p class="button-wrapper" ${attributes({ url: '%%share_url%%', text: 'Share' })}></p>`,
    'A form or a button to subscribe or share was left out.',
  ],
  [`<div class="poll-embed" ${attributes({ id: 1 })}></div>`, 'The part “poll-embed” was left out.'],
  [`<div class="native-audio-embed" data-attrs="{broken"></div>`, 'A recording was left out.'],
])('%s has a line', async (html, note) => {
  const [text] = texts(await read(fileOf('posts.csv', header + row), fileOf('posts/11.my-toner.html', html)))
  expect(text).toMatchObject({ content: '', notes: [note] })
})

test.each([
  ['', ''],
  [`${header}11.my-toner\n`, '<p'.repeat(10_000)],
  [`${header}11.my-toner,,,,\u0000,,,\uD800,x,y,z,too,many\n`, `${'<div>'.repeat(20_000)}\u0000Calm`],
])('a malformed export is read as far as it can be', async (csv, html) => {
  const records = await read(fileOf('posts.csv', csv), fileOf('posts/11.my-toner.html', html))
  expect(records.length).toBeGreaterThan(1)
})

test('a table that ends in the middle is refused with a sentence', async () => {
  const cut = fileOf('posts.csv', `${header}"11.my-toner,2023`)
  await expect(read(cut)).rejects.toThrow('“posts.csv” is cut off or damaged: its rows cannot be read.')
})

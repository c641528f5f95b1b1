import { expect, test } from 'vitest'
import { type Fault, restPost, wordPressSite } from '../../../../../test/wordpress-site.ts'
import { RequestError } from '../../../platform/http/guarded-request.ts'
import type { SourceRecord, SourceText } from '../source-records.ts'
import { openWordPressSite } from './wordpress-site.ts'

const { signal } = new AbortController()
type Site = Pick<ReturnType<typeof wordPressSite>, 'request'>

const read = ({ request }: Site, address = 'https://old.example') =>
  Array.fromAsync(openWordPressSite(address, { request, signal }).read!())
const texts = (records: SourceRecord[]) => records.filter((record): record is SourceText => record.type === 'text')
const problems = (records: SourceRecord[]) =>
  records.flatMap((record) => (record.type === 'problem' ? `${record.item}: ${record.text}` : []))

test('a WordPress is read as its visitors see it, page by page', async () => {
  const posts = Array.from({ length: 101 }, (_, at) => restPost(at + 1, `Text ${at + 1}`))
  posts[0] = restPost(1, 'Oats &#038; milk', {
    categories: [3],
    tags: [4, 99],
    featured_media: 20,
    sticky: true,
    author: 7,
    excerpt: { rendered: '<p>Written by hand.</p>' },
    content: {
      rendered:
        '<p>Calm</p><div id="ez-toc-container">Contents</div><p>Hi <img class="emoji" alt="🙂" src="https://s.w.org/x.svg"></p><div class="sharedaddy sd-sharing-enabled">Share</div>',
    },
    yoast_head_json: { title: 'The best oats - Old', description: 'Oats for dry skin.' },
  })
  posts[1] = restPost(2, 'Secret', {
    content: { rendered: '', protected: true },
    yoast_head_json: { title: 'Secret - Old' },
  })
  posts[2] = restPost(3, 'Elsewhere', {
    featured_media: 30,
    yoast_head_json: { og_image: [{ url: 'https://old.example/wp-content/uploads/x.jpg' }] },
  })
  const site = wordPressSite({
    categories: [{ id: 3, name: 'Dry &amp; calm', slug: 'dry', link: 'https://old.example/topics/skin/dry/' }],
    tags: [{ id: 4, name: 'Oats', slug: 'oats' }],
    media: [
      {
        id: 20,
        media_type: 'image',
        source_url: 'https://old.example/wp-content/uploads/jar.jpg',
        alt_text: 'A jar',
        post: 1,
      },
      { id: 21, media_type: 'file', source_url: 'https://old.example/list.pdf', title: { rendered: 'My list' } },
    ],
    posts,
    pages: [restPost(200, 'About', { link: 'https://old.example/about/' })],
    users: [{ id: 7, name: 'Nora &amp; Co' }],
    comments: [
      {
        id: 5,
        post: 1,
        parent: 0,
        author_name: 'Ann &amp; Bo',
        date_gmt: '2020-01-02T03:04:05',
        content: { rendered: '<p>Yes</p>' },
      },
      {
        id: 6,
        post: 1,
        parent: 5,
        author_name: 'bo@reader.example',
        date_gmt: 'x',
        content: { rendered: '<p>No</p>' },
      },
    ],
  })
  const records = await read(site)
  expect(records[0]).toEqual({ type: 'site', name: 'Old', url: 'https://old.example' })
  expect(records.filter(({ type }) => type === 'category' || type === 'picture')).toEqual([
    {
      type: 'category',
      slug: 'dry',
      name: 'Dry & calm',
      description: '',
      addresses: ['/topics/skin/dry/', '/category/dry/', '/?cat=3'],
    },
    {
      type: 'picture',
      id: '20',
      url: 'https://old.example/wp-content/uploads/jar.jpg',
      alt: 'A jar',
      textId: '1',
      addresses: ['/?attachment_id=20'],
    },
    { type: 'picture', id: '30', url: 'https://old.example/wp-content/uploads/x.jpg', alt: '', addresses: [] },
  ])
  const [oats, secret, ...more] = texts(records)
  expect(oats).toMatchObject({
    title: 'Oats & milk',
    format: 'html',
    content: '<p>Calm</p><p>Hi 🙂</p>',
    excerpt: 'Written by hand.',
    publishedAt: '2019-05-03T08:00:00.000Z',
    categories: [{ slug: 'dry', name: 'Dry & calm' }],
    tags: [{ slug: 'oats', name: 'Oats' }],
    cover: '20',
    authors: ['Nora & Co'],
    metaTitle: 'The best oats',
    metaDescription: 'Oats for dry skin.',
    isFeatured: true,
    addresses: ['/2019/05/text-1/', '/?p=1'],
    notes: ['What a plugin adds to each text, such as buttons to share it, was left out.'],
  })
  expect(secret).toMatchObject({ status: 'protected', metaTitle: '', excerpt: '' })
  expect(more).toHaveLength(100)
  expect(more.at(-1)).toMatchObject({ kind: 'page', addresses: ['/about/', '/?p=200', '/?page_id=200'] })
  expect(records.filter(({ type }) => type === 'comment')).toEqual([
    {
      type: 'comment',
      id: '5',
      textId: '1',
      parentId: null,
      author: 'Ann & Bo',
      content: '<p>Yes</p>',
      writtenAt: '2020-01-02T03:04:05.000Z',
      isApproved: true,
    },
    expect.objectContaining({ id: '6', parentId: '5', author: '', writtenAt: null }),
  ])
  expect(problems(records)).toEqual([
    expect.stringMatching(/^old\.example: Only what is published was read/),
    'My list: The file list.pdf is not a picture.',
    'Recipes: 2 items of the type “Recipes” are not imported.',
  ])
  expect(site.urls.filter((url) => url.includes('/posts?')).map((url) => url.split('&orderby')[0])).toEqual([
    '/api/wp/v2/posts?per_page=100&page=1',
    '/api/wp/v2/posts?per_page=100&page=2',
  ])
})

test('a site that is busy is tried again, and a text that breaks its page is the only one that is missing', async () => {
  let busy = 2
  const site = wordPressSite(
    { posts: Array.from({ length: 12 }, (_, at) => restPost(at + 1, `Text ${at + 1}`)), pages: [] },
    (url) => {
      const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page'))]
      if (url.pathname === '/api/' && busy-- > 0) return 503
      const first = (page - 1) * size
      return url.pathname.endsWith('/posts') && first <= 4 && 4 < first + size ? 500 : undefined
    },
  )
  const records = await read(site)
  expect(texts(records).map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12])
  expect(problems(records).slice(1)).toEqual([
    'categories: The categories of the site cannot be read: it responded with 404.',
    'tags: The tags of the site cannot be read: it responded with 404.',
    'files: The files of the site cannot be read: it responded with 404.',
    'posts 5: Number 5 of the posts cannot be read: it responded with 500.',
    'comments: The comments of the site cannot be read: it responded with 404.',
  ])
})

test.each<[string, Fault, string]>([
  [
    'closes its API',
    ({ pathname }) => (pathname === '/' ? undefined : 401),
    'old.example does not let programs read its texts: it responded with 401',
  ],
  [
    'is another system',
    ({ pathname, search }) => (pathname === '/' && search === '' ? 403 : 404),
    'There is no WordPress at https://old.example: it responded with 404',
  ],
  [
    'hides its posts',
    ({ pathname }) => (pathname.endsWith('/posts') ? 403 : undefined),
    'The posts of the site cannot be read: it responded with 403',
  ],
])('a site that %s is named as such', async (_, fault, message) => {
  await expect(read(wordPressSite({ posts: [], pages: [] }, fault))).rejects.toThrow(message)
})

test.each([
  ['tls', 'old.example could not be read: its certificate is expired, incomplete or that of another site.'],
  ['dns', 'old.example could not be read: there is no site with this name.'],
  ['private-address', 'old.example could not be read: its address is not a public one.'],
] as const)('a request that fails by %s is explained', async (fault, message) => {
  const request = async () => Promise.reject(new RequestError(fault))
  await expect(read({ request })).rejects.toThrow(message)
})

test('a site of WordPress.com is read where all of them are', async () => {
  const { request } = wordPressSite({ posts: [restPost(1, 'Hosted')], pages: [] })
  const hosted: typeof request = (address, options) => {
    const at = 'https://public-api.wordpress.com'
    if (address.startsWith(`${at}/rest/v1.1/sites/diary.wordpress.com?`))
      return Promise.resolve({
        status: 200,
        headers: {},
        body: '',
        bytes: Buffer.from('{"name":"Diary","URL":"https://diary.wordpress.com"}'),
      })
    return request(address.replace(`${at}/wp/v2/sites/diary.wordpress.com`, 'https://old.example/api/wp/v2'), options)
  }
  const records = await read({ request: hosted }, 'https://diary.wordpress.com')
  expect(records[0]).toEqual({ type: 'site', name: 'Diary', url: 'https://diary.wordpress.com' })
  expect(texts(records).map(({ title }) => title)).toEqual(['Hosted'])
})

test('a response of many empty lines is refused without a delay', { timeout: 5000 }, async () => {
  const request: Site['request'] = async () => ({
    ...{ status: 200, headers: {}, body: '' },
    bytes: Buffer.from('\n'.repeat(100_000)),
  })
  await expect(read({ request })).rejects.toThrow('its response is not readable')
})

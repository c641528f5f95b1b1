import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { plainPicture } from '../../../../test/pictures.ts'
import { writeZip, type ZipFile } from '../../../../test/reports/write-zip.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createImageStore } from '../../content/images/image-store.ts'
import { findOwnRedirect } from '../../content/redirects/redirects.repo.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { writeArchive } from '../site-export/write-archive.ts'
import { applyImport } from './apply-import.ts'
import { openExport } from './export-files.ts'
import { planImport } from './plan-import.ts'
import { readExport } from './read-export.ts'
import { beginImport, listItemLines } from './site-imports.repo.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const long = 'It stays calm through a whole winter, and that is what counts for a toner like this one.'
const jpeg = () => plainPicture().jpeg().toBuffer()

/** A site after the import of a ZIP file. */
async function importZip(entries: ZipFile[] | Buffer, siteUrl = '') {
  const { db } = await testApp()
  const folder = await mkdtemp(path.join(tmpdir(), 'other-sources-'))
  await writeFile(path.join(folder, 'upload'), Buffer.isBuffer(entries) ? entries : writeZip(entries))
  const files = await openExport([path.join(folder, 'upload')])
  onTestFinished(files.close)
  const { signal } = new AbortController()
  const importId = await beginImport(db, 'upload', NOW)
  await readExport(db, { importId, files, siteUrl, signal })
  await planImport(db, { importId, coverOfOthers: '', signal })
  const images = createImageStore(createFolderStorage(path.join(folder, 'media')))
  const options = { images, request: undefined, clock: () => new Date(NOW), coverOfOthers: '', signal }
  await applyImport(db, { importId, files: files.pictures, ...options })
  const redirect = async (address: string) =>
    (await findOwnRedirect(db, new URL(address, 'https://new.example')))?.to_address
  const notes = (await listItemLines(db, importId)).flatMap(({ name, notes }) =>
    notes.map((note) => `${name}: ${note}`),
  )
  const posts = await db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['posts.title', 'posts.slug', 'posts.kind', 'posts.published_at', 'posts.content', 'posts.cover_image'])
    .select(['posts.image_alt', 'posts.keywords', 'posts.excerpt', 'categories.name as category'])
    .orderBy('posts.id')
    .execute()
  return { kind: files.kind, posts, redirect, notes }
}

const imageOf = (content: string | undefined) => /<img [^>]*>/.exec(content ?? '')?.[0]

test('a site moves in from Ghost with its pictures and redirects', async () => {
  const post = (fields: Record<string, unknown>) => ({
    status: 'published',
    visibility: 'public',
    published_at: '2023-05-03T08:00:00.000Z',
    ...fields,
  })
  const data = {
    tags: [{ id: 't1', name: 'Winter care', slug: 'winter' }],
    posts_tags: [{ post_id: '1', tag_id: 't1', sort_order: 0 }],
    posts_meta: [{ post_id: '1', feature_image_alt: 'A jar' }],
    posts: [
      post({
        id: '1',
        title: 'My toner',
        slug: 'my-toner',
        feature_image: '__GHOST_URL__/content/images/2023/05/jar.jpg',
        html: `<p>${long} <a href="__GHOST_URL__/serums/#two">Serums</a></p>`,
      }),
      post({
        id: '2',
        title: 'Serums',
        slug: 'serums',
        html: `<p>${long}</p><img src="https://old.example/content/images/size/w600/2023/05/jar.jpg"><img src="__GHOST_URL__/content/images/gone.jpg">`,
      }),
      post({ id: '3', title: 'About me', slug: 'about-me', type: 'page', html: `<p>${long}</p>` }),
    ],
  }
  const { kind, posts, redirect, notes } = await importZip(
    [
      { name: 'old/data/old.ghost.2026-01-01.json', data: JSON.stringify({ db: [{ data }] }) },
      {
        name: 'old/data/redirects (1).yaml',
        data: '301:\n  /toner-2019/: /my-toner/\n  ^/shop/$: https://shop.example/\n',
      },
      {
        name: 'old/settings/routes.yaml',
        data: 'routes:\n  /about/: about\ncollections:\n  /:\n    permalink: /{primary_tag}/{slug}/\n  /x/:\n    permalink: /x/{primary_author}/\n',
      },
      { name: 'old/content/images/2023/05/jar.jpg', data: await jpeg() },
      { name: 'old/members.csv', data: 'id,email,name\n1,a@b.example,Ann' },
      { name: 'old/links.csv', data: 'id,slug,url,name\n1,go/serum,https://shop.example/s,Serum' },
    ],
    'https://old.example',
  )
  expect(kind).toBe('ghost')
  const [toner, serums, about] = posts
  expect(toner).toMatchObject({ slug: 'my-toner', category: 'Winter care', image_alt: 'A jar' })
  expect(toner?.published_at).toBe('2023-05-03T08:00:00.000Z')
  expect(toner?.cover_image).toMatch(/^\/media\//)
  expect(toner?.content).toContain('<a href="/blog/serums#two">Serums</a>')
  expect(imageOf(serums?.content)).toContain(`src="${toner?.cover_image}"`)
  expect(about).toMatchObject({ kind: 'page', slug: 'about-me', published_at: '2023-05-03T08:00:00.000Z' })
  for (const [from, to] of [
    ['/my-toner/', '/blog/my-toner'],
    ['/winter/my-toner/', '/blog/my-toner'],
    ['/all/serums/', '/blog/serums'],
    ['/toner-2019/', '/blog/my-toner'],
    ['/shop/', 'https://shop.example/'],
    ['/go/serum', 'https://shop.example/s'],
    ['/tag/winter/', '/blog/category/winter'],
  ])
    expect(await redirect(from!), from).toBe(to)
  expect(notes).toEqual([
    'Serums: A picture stays at its address on another site: https://old.example/content/images/gone.jpg',
    'old/members.csv: Readers are imported in Subscribers, or by “dewlight import subscribers”.',
    'gone.jpg: https://old.example/content/images/gone.jpg: The picture is not in the folder.',
  ])
})

test('a site moves in from Substack with its own links', async () => {
  const rows = [
    'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url',
    '1.my-toner,2023-05-03T08:00:00.000Z,true,,,newsletter,everyone,My toner,A calm toner for winter,',
    '2.serums,2023-05-04T08:00:00.000Z,true,,,newsletter,only_paid,Serums,,',
  ]
  const { kind, posts, redirect, notes } = await importZip([
    { name: 'posts.csv', data: rows.join('\n') },
    {
      name: 'posts/1.my-toner.html',
      data: `<img src="https://a.example/jar.jpg"><p>${long} <a href="https://dewlight.substack.com/p/serums">S</a></p>`,
    },
    { name: 'posts/2.serums.html', data: `<p>${long}</p>` },
    { name: 'posts/1.opens.csv', data: 'post_id,timestamp,email\n1,2023,a@b.example\n' },
    { name: 'email_list.dewlight.csv', data: 'email,active_subscription\na@b.example,false\n' },
  ])
  expect(kind).toBe('substack')
  expect(posts).toMatchObject([
    {
      title: 'My toner',
      slug: 'my-toner',
      excerpt: 'A calm toner for winter',
      cover_image: 'https://a.example/jar.jpg',
    },
    { title: 'Serums', published_at: null },
  ])
  expect(posts[0]?.content).toContain('<a href="/blog/serums">S</a>')
  expect(await redirect('/p/my-toner')).toBe('/blog/my-toner')
  expect(notes).toEqual([
    'jar.jpg: https://a.example/jar.jpg: The picture is not in the folder.',
    'My toner: A picture stays at its address on another site: https://a.example/jar.jpg',
    'Serums: It was not public (“only_paid”) and becomes a draft.',
    'email_list.dewlight.csv: Readers are imported in Subscribers, or by “dewlight import subscribers”.',
  ])
})

test('a folder of Markdown moves in with the pictures next to its texts', async () => {
  const { kind, posts, redirect, notes } = await importZip([
    {
      name: 'my-site-main/content/posts/toner/index.md',
      data: `---\ntitle: My toner\ndate: 2023-05-03\ncategories: [Winter care]\ntags: [Calm skin]\ncover: {image: jar.jpg, alt: A jar}\naliases: [/2019/toner/]\n---\n${long}\n\n![Tube](/images/tube.jpg) [Serums](../serums.md)\n`,
    },
    { name: 'my-site-main/content/posts/toner/jar.jpg', data: await jpeg() },
    { name: 'my-site-main/static/images/tube.jpg', data: await jpeg() },
    {
      name: 'my-site-main/content/posts/serums.md',
      data: `+++\ntitle = "Serums"\ndate = 2023-05-04\n+++\n${long} ![Gone](gone.jpg)\n`,
    },
    { name: 'my-site-main/content/about.md', data: `# About me\n\n${long}\n` },
    { name: 'my-site-main/README.md', data: 'How to build it' },
    { name: 'my-site-main/public/index.xml', data: '<rss><channel></channel></rss>' },
  ])
  expect(kind).toBe('markdown')
  const [serums, toner, about] = ['Serums', 'My toner', 'About me'].map((title) =>
    posts.find((post) => post.title === title),
  )
  expect(toner).toMatchObject({ slug: 'toner', category: 'Winter care', keywords: 'Calm skin', image_alt: 'A jar' })
  expect(toner?.cover_image).toMatch(/^\/media\//)
  expect(imageOf(toner?.content)).toContain(`src="${toner?.cover_image}"`)
  expect(toner?.content).toContain('href="/blog/serums"')
  expect(serums).toMatchObject({ published_at: '2023-05-04T00:00:00.000Z' })
  expect(about).toMatchObject({ kind: 'page', slug: 'about' })
  for (const [from, to] of [
    ['/posts/toner/', '/blog/toner'],
    ['/2019/toner/', '/blog/toner'],
    ['/categories/winter-care/', '/blog/category/winter-care'],
    ['/tags/calm-skin/', '/search?q=Calm+skin'],
  ])
    expect(await redirect(from!), from).toBe(to)
  expect(notes).toContain('my-site-main/README.md: It is about the folder, not a text of the site.')
  expect(notes).toContain('gone.jpg: /my-site-main/content/posts/gone.jpg: The picture is not in the folder.')
})

test('an archive of this program moves into another site with its texts as they were', async () => {
  const app = await testApp()
  const content = `<h2>Why</h2><p>${long} See <a href="/blog/serums">serums</a>.</p><aside data-block="callout"><p>Tip</p></aside><figure data-block="picture" data-align="left"><img alt="A" loading="lazy" src="https://a.example/a.jpg" /></figure><section data-block="faq"><details><summary>How?</summary><p>So.</p></details></section>`
  const cover = { cover_image: 'https://a.example/a.jpg', image_alt: 'A' }
  await makePost(app.db, { slug: 'winter-toner', title: 'My toner', keywords: 'calm, dry skin', ...cover, content })
  await makePost(app.db, { slug: 'serums', title: 'Serums', ...cover })
  await makePost(app.db, { kind: 'page', slug: 'console', title: 'Console', content: `<p>${long}</p>` })
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'))
  const file = path.join(folder, 'site.zip')
  const exporting = app.openDb()
  const options = { origin: 'https://new.example', now: new Date(NOW), signal: new AbortController().signal }
  await writeArchive({ db: exporting, media: app.media, file, ...options }).finally(() => exporting.destroy())
  const { kind, posts, notes } = await importZip(await readFile(file))
  expect(kind).toBe('markdown')
  const found = Object.fromEntries(posts.map(({ slug, ...post }) => [slug, post]))
  expect(found['winter-toner']).toMatchObject({ title: 'My toner', keywords: 'calm, dry skin', ...cover })
  expect(found['winter-toner']?.published_at).not.toBeNull()
  expect(found['winter-toner']?.content.replace(/>\n+</g, '><').trim()).toBe(content)
  expect(found.console).toMatchObject({ kind: 'page', title: 'Console' })
  expect(posts).toHaveLength(3)
  expect(
    notes.filter((note) => !/^README|Readers are imported|stays at its address|not in the folder/.test(note)),
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { fixturePost } from '../../../../test/fixture-post.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { SettingsInput } from '../../../contract/accounts/settings.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import type { FurtherReading } from '../../../contract/content/further-reading.ts'
import type { Page } from '../../../contract/content/pages.ts'
import type { EditablePost, Post, PostInput, PostSummary } from '../../../contract/content/posts.ts'
import type { Revision, RevisionSummary } from '../../../contract/content/revisions.ts'
import type { SearchResults } from '../../../contract/content/search.ts'

const gifted = { label: 'gifted', labelBrand: 'Oatwhistle', labelSentence: '' } as const
const shop =
  '<p><a href="https://shop.example/x" rel="sponsored">A cream</a> and <a href="https://a.example/">a study</a>.</p>'
const words = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'

async function create({ asOwner }: TestApp, over: Partial<PostInput> = {}): Promise<EditablePost> {
  const response = await asOwner('/api/posts', { json: fixturePost(over) })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as EditablePost
}

async function read<Body>({ asOwner }: TestApp, path: string): Promise<Body> {
  const response = await asOwner(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as Body
}

async function set({ asOwner }: TestApp, json: SettingsInput): Promise<void> {
  const response = await asOwner('/api/settings', { method: 'PUT', json })
  expect(response.status, await response.clone().text()).toBe(200)
}

const contentOf = async (app: TestApp, over: Partial<PostInput>) => {
  const { slug } = await create(app, over)
  return (await read<Post>(app, `/api/posts/${slug}`)).content
}

test('a label without the name of its brand is refused, and an ad needs none', async () => {
  const app = await testApp()
  for (const label of ['paid-partnership', 'gifted', 'ambassador', 'own-brand'] as const) {
    const response = await app.asOwner('/api/posts', { json: fixturePost({ label, labelBrand: '  ' }) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ issues: [{ path: 'labelBrand', message: 'Please name the brand' }] })
  }
  const page = { ...fixturePost({ label: 'gifted' }), slug: 'a-page' }
  expect((await app.asOwner('/api/pages', { json: page })).status).toBe(400)
  expect((await create(app, { label: 'ad' })).label).toBe('ad')
})

test('a label goes through drafts, working copies, revisions, copies, the table and newsletters', async () => {
  const app = await testApp()
  const own = { label: 'own-brand', labelBrand: 'Nora & Co.', labelSentence: 'This is my own cream.' } as const
  const post = await create(app, own)
  expect(post).toMatchObject(own)
  const send = (method: string, path: string, json: object, version: number) =>
    app.asOwner(`/api/posts/${post.id}${path}`, { method, json, headers: { 'if-match': `"${version}"` } })

  const typed = { ...fixturePost(), slug: post.slug, title: post.title, content: post.content }
  expect((await send('PUT', '/draft', { ...typed, ...gifted }, 1)).status).toBe(200)
  const source = await read<EditablePost>(app, `/api/posts/${post.id}/source`)
  expect(source).toMatchObject({ ...own, draft: gifted })
  expect(await read<Post>(app, `/api/posts/${post.id}/preview`)).toMatchObject({ kicker: 'Gifted by Oatwhistle' })
  expect((await read<Post>(app, `/api/posts/${post.slug}`)).kicker).toBe('My own brand: Nora & Co.')

  expect((await send('PUT', '', { ...typed, label: 'none' }, source.version)).status).toBe(200)
  const revisions = await read<RevisionSummary[]>(app, `/api/posts/${post.id}/revisions`)
  const oldest = revisions.at(-1)!
  const revision = await read<Revision>(app, `/api/posts/${post.id}/revisions/${oldest.id}`)
  expect(revision.post).toMatchObject(own)
  const restored = await app.asOwner(`/api/posts/${post.id}/revisions/${oldest.id}/restore`, { method: 'POST' })
  expect(await restored.json()).toMatchObject(own)

  const copy = await app.asOwner(`/api/posts/${post.id}/duplicate`, { method: 'POST', json: {} })
  expect(await copy.json()).toMatchObject({ ...own, draft: own })
  const made = (await (
    await app.asOwner('/api/newsletters', { json: { postId: post.id, form: 'whole' } })
  ).json()) as Newsletter
  expect(await read<EditablePost>(app, `/api/posts/${made.id}/source`)).toMatchObject(own)
  const table = await (await app.asOwner('/api/posts.csv?status=published')).text()
  expect(table).toContain(',own-brand,Nora & Co.,This is my own cream.')
})

test('a labelled article opens with one sentence, which the sentence about its links follows', async () => {
  const app = await testApp()
  const { slug } = await create(app, { ...gifted, content: words + shop })
  const { content, kicker } = await read<Post>(app, `/api/posts/${slug}`)
  expect(kicker).toBe('Gifted by Oatwhistle')
  expect(content).toMatch(
    /^<p data-part="disclosure"><span data-part="opening">Oatwhistle gave me the products in this article\.<\/span> This page contains affiliate links\. <a href="\/affiliate-disclosure">How this site earns money<\/a><\/p><p>/,
  )
  expect(content.match(/data-part="disclosure"/g)).toHaveLength(1)
  const own = await contentOf(app, { ...gifted, labelSentence: 'A gift, <gladly> taken.' })
  expect(own).toMatch(
    /^<p data-part="disclosure"><span data-part="opening">A gift, &lt;gladly&gt; taken\.<\/span><\/p>/,
  )
})

test('without a label an article says before its first affiliate link what it did before', async () => {
  const app = await testApp()
  expect(await contentOf(app, { content: words + shop })).toContain(
    '</p><p data-part="disclosure">This page contains affiliate links. <a href="/affiliate-disclosure">How this site earns money</a></p><p>',
  )
})

test('every link of an ad and of a paid partnership that leads elsewhere is sponsored, and no other label’s', async () => {
  const app = await testApp()
  const content = `${words}<p><a href="https://a.example/" rel="nofollow">a</a> <a href="/shop">shop</a></p>`
  for (const label of ['ad', 'paid-partnership'] as const) {
    const rendered = await contentOf(app, { ...gifted, label, content })
    expect(rendered).toContain('<a href="https://a.example/" rel="sponsored nofollow">')
    expect(rendered).toContain('<a href="/shop">')
  }
  expect(await contentOf(app, { ...gifted, content })).toContain('<a href="https://a.example/" rel="nofollow">')
})

test('an unlabelled article with products that were gifts says so first', async () => {
  const app = await testApp()
  const products: number[] = []
  for (const obtained of ['gifted', 'gifted', 'bought'])
    products.push(await makeProduct(app.db, { facts: JSON.stringify({ obtained }) }))
  const [one, other, bought] = products
  const box = (id: number) => `<div data-product-id="${id}"></div>`
  const review = `<section data-block="review" data-product-id="${one}"><p>Calm.</p></section>`
  const compared = `<div data-block="comparison" data-product-ids="${one},${other}"></div>`
  expect(await contentOf(app, { content: words + review })).toMatch(
    /^<p data-part="disclosure"><span data-part="opening">One product in this article was a gift from the brand\.<\/span> This page/,
  )
  expect(await contentOf(app, { content: words + compared })).toMatch(
    /^<p data-part="disclosure"><span data-part="opening">Some products in this article were gifts from the brands\./,
  )
  expect(await contentOf(app, { content: words + box(bought!) })).not.toContain('data-part="opening"')
  expect(await contentOf(app, { ...gifted, content: words + review })).toMatch(/>Oatwhistle gave me the products/)
})

test('the readers’ region chooses the words at once, and the owner’s words take their place', async () => {
  const app = await testApp()
  const { slug } = await create(app, { content: words + shop })
  const { slug: labelled } = await create(app, { ...gifted, label: 'ad' })
  const shown = async () => (await read<Post>(app, `/api/posts/${slug}`)).content
  const kicker = async () => (await read<Post>(app, `/api/posts/${labelled}`)).kicker
  expect(await kicker()).toBe('Ad · Oatwhistle')

  await set(app, { readers: 'uk' })
  expect(await shown()).toContain(
    '<p data-part="disclosure">Ad: This page contains affiliate links, which earn me a commission. <a',
  )
  expect(await shown()).toContain(
    'A cream <small data-part="label-word">Ad</small></a> and <a href="https://a.example/">',
  )

  await set(app, { readers: 'de' })
  expect(await kicker()).toBe('Anzeige · Oatwhistle')
  expect(await shown()).toContain(
    '<p data-part="disclosure" lang="de">Anzeige: Diese Seite enthält Affiliate-Links, über die ich eine Provision erhalte. <a href="/affiliate-disclosure">Wie diese Seite Geld verdient</a></p>',
  )
  expect((await read<{ linkLabel?: string }>(app, '/api/site')).linkLabel).toBe('Anzeige')

  await set(app, { adWord: 'Werbung', articleDisclosure: 'Links <hier> bringen mir Geld.', linkLabels: 'off' })
  expect(await kicker()).toBe('Werbung · Oatwhistle')
  expect(await shown()).toContain('lang="de">Links &lt;hier&gt; bringen mir Geld. <a')
  expect(await shown()).not.toContain('label-word')
  expect(await read<object>(app, '/api/site')).not.toHaveProperty('linkLabel')
  expect(await read<object>(app, '/api/site')).not.toHaveProperty('adWord')

  const refused = await app.asOwner('/api/settings', { method: 'PUT', json: { articleDisclosure: 'Links.' } })
  expect(refused.status).toBe(400)
  await set(app, { adWord: '', articleDisclosure: '', readers: 'us' })
  expect(await shown()).toContain('<p data-part="disclosure">This page contains affiliate links. <a')
})

test('cards carry the label everywhere, and that of affiliate links with the setting for it', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db, { slug: 'care' })
  const published_at = '2026-02-01T12:00:00.000Z'
  const post = { category_id: category, is_featured: true, content: words }
  await makePost(app.db, {
    ...post,
    ...{ slug: 'plain', title: 'Zqlabel plain', published_at: '2026-02-02T12:00:00.000Z' },
  })
  await makePost(app.db, {
    ...post,
    ...{ slug: 'gift', title: 'Zqlabel gift', published_at, label: 'gifted', label_brand: 'Oatwhistle' },
  })
  const elsewhere = await makePost(app.db, { title: 'Without a category', published_at: '2026-02-01T13:00:00.000Z' })
  const cards = async (): Promise<Record<string, (string | undefined)[]>> => {
    const kickers = (posts: PostSummary[]) => posts.map(({ kicker }) => kicker)
    return {
      blog: kickers(await read(app, '/api/posts')),
      home: kickers(await read(app, '/api/posts?featured=true')),
      category: kickers(await read(app, `/api/posts/category/${category}`)),
      search: kickers((await read<SearchResults>(app, '/api/search?q=zqlabel')).posts).toSorted(),
      next: [(await read<FurtherReading>(app, `/api/posts/${elsewhere}/further-reading`)).next?.kicker],
    }
  }
  const gift = 'Gifted by Oatwhistle'
  const next = [gift]
  const plain = [undefined, gift]
  expect(await cards()).toEqual({
    blog: [undefined, ...plain],
    home: plain,
    category: plain,
    search: [gift, undefined],
    next,
  })

  await set(app, { cardLabels: 'on' })
  expect((await cards()).blog).toEqual([undefined, undefined, gift])
  const linking = await create(app, { title: 'Zqlabel linking', content: words + shop, categoryId: category })
  expect((await read<PostSummary[]>(app, '/api/posts')).find((each) => each.id === linking.id)?.kicker).toBe(
    'Affiliate link',
  )
  const product = await makeProduct(app.db, { affiliate_link: 'https://shop.example/oat' })
  const showing = await create(app, { content: `${words}<div data-product-id="${product}"></div>` })
  const kickerOf = async (wanted: number) =>
    (await read<PostSummary[]>(app, '/api/posts')).find((each) => each.id === wanted)?.kicker
  expect(await kickerOf(showing.id)).toBe('Affiliate link')
  await set(app, { readers: 'uk', cardLabels: '' })
  expect(await kickerOf(showing.id)).toBe('Ad')
  await set(app, { cardLabels: 'off' })
  expect(await kickerOf(showing.id)).toBeUndefined()
})

test('the label is the first words of feed items, pins and mails', async () => {
  const app = await testApp()
  const picture = '<p><img src="/media/x/640.jpg" alt="A jar"></p>'
  const partnership = { ...gifted, label: 'paid-partnership' } as const
  const post = await create(app, {
    ...partnership,
    excerpt: 'An honest excerpt.',
    publishedAt: '2026-03-09T15:00:00.000Z',
    content: words + picture + shop,
  })
  const kicker = 'Ad · Paid partnership with Oatwhistle'
  const feed = (await (await app.request('/feed.json')).json()) as { items: Record<string, string>[] }
  expect(feed.items[0]).toMatchObject({ title: post.title, summary: `${kicker}: An honest excerpt.` })
  expect(feed.items[0]!.content_html).toMatch(new RegExp(`^<p>${kicker}</p><p>Oatwhistle paid me for this article\\.`))
  expect((await read<Post>(app, `/api/posts/${post.slug}`)).content).toContain(
    `data-pin-description="${kicker}: A jar"`,
  )

  const made = await app.asOwner('/api/newsletters', { json: { postId: post.id, form: 'whole' } })
  const { id } = (await made.json()) as Newsletter
  const mail = await read<{ html: string; text: string }>(app, `/api/newsletters/${id}/preview`)
  expect(mail.text.startsWith(`${kicker}\n\n`)).toBe(true)
  expect(mail.text).toContain('Oatwhistle paid me for this article.')
  expect(mail.text.match(/This newsletter contains affiliate links/g)).toHaveLength(1)
  expect(mail.html.indexOf(kicker)).toBeLessThan(mail.html.indexOf('<a '))
  const digest = await read<{ mail: { text: string } }>(app, '/api/digest/preview')
  expect(digest.mail.text.indexOf(kicker)).toBeLessThan(digest.mail.text.indexOf(post.title))
})

test('a page and its search hit carry the label', async () => {
  const app = await testApp()
  const page = { ...fixturePost({ ...gifted, title: 'Zqpage of a gift' }), slug: 'zq-gift' }
  expect((await app.asOwner('/api/pages', { json: page })).status).toBe(201)
  const shown = await read<Page>(app, '/api/pages/zq-gift')
  expect(shown).toMatchObject({ kicker: 'Gifted by Oatwhistle' })
  expect(shown.content).toMatch(/^<p data-part="disclosure"><span data-part="opening">Oatwhistle gave me/)
  const { pages } = await read<SearchResults>(app, '/api/search?q=zqpage')
  expect(pages).toEqual([expect.objectContaining({ slug: 'zq-gift', kicker: 'Gifted by Oatwhistle' })])
})

import { expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost, Post } from '../../../contract/content/posts.ts'

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const input = { title: 'About a cream', slug: 'about-a-cream', coverImage: '/media/none/640.jpg' }
const disclosure =
  '<p data-part="disclosure">This page contains affiliate links. <a href="/affiliate-disclosure">How this site earns money</a></p>'
const box = (id: number | string) => `<div data-product-id="${id}"></div>`

/** The rendered body of a post with this stored content, without what pins say (`body-pins.test.ts`). */
async function rendered({ db, request }: TestApp, content: string): Promise<string> {
  const slug = `shown-${Math.random().toString(36).slice(2)}`
  await makePost(db, { slug, content })
  const post = (await (await request(`/api/posts/${slug}`)).json()) as Post
  return post.content.replaceAll(/ data-pin-\w+="[^"]*"/g, '')
}

/** The stored content after the owner saves this body. */
async function stored({ asOwner }: TestApp, content: string): Promise<string> {
  const slug = `stored-${Math.random().toString(36).slice(2)}`
  const response = await asOwner('/api/posts', { json: { ...input, slug, content: text + content } })
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as EditablePost).content.slice(text.length)
}

function makeImage({ db }: TestApp, key: string, over: object = {}): Promise<unknown> {
  const image = { key, url: `/media/${key}/1600.jpg`, alt_text: 'A jar', width: 1600, height: 1200 }
  const rest = { widths: '[320,640,960,1600]', placeholder: '', created_at: '2026-01-01T00:00:00.000Z' }
  return db
    .insertInto('images')
    .values({ ...image, ...rest, ...over })
    .execute()
}

test('a product box shows the current product, on the page and in the feeds', async () => {
  const app = await testApp()
  await makeImage(app, 'cream')
  const id = await makeProduct(app.db, {
    name: 'Oat & "honey" cream',
    price_minor: 2450,
    affiliate_link: 'https://shop.example/cream?a=1&b=2',
    image_url: '/media/cream/1600.jpg',
    image_alt: 'A jar of cream',
    facts: JSON.stringify({
      verdict: 'Rich, and gone in a minute.',
      forWhom: 'Dry skin',
      shopName: 'Fernway',
      priceCheckedOn: '2026-03-03',
    }),
  })
  const html = await rendered(app, `${text}${box(id)}`)
  const sizes = 'sizes="(min-width: 640px) 128px, 96px"'
  expect(html).toBe(
    `${text}${disclosure}<div data-product-box="${id}"><a href="/shop/product-${id}" tabindex="-1" aria-hidden="true"><picture>` +
      `<source type="image/avif" srcset="/media/cream/320.avif 320w" ${sizes}>` +
      '<img src="/media/cream/960.jpg" width="1600" height="1200" alt="A jar of cream" loading="lazy" decoding="async">' +
      `</picture></a><div><p><strong><a href="/shop/product-${id}">Oat &amp; &quot;honey&quot; cream</a></strong></p>` +
      '<p data-part="verdict">Rich, and gone in a minute.</p><p data-part="for-whom"><strong>For whom:</strong> Dry skin</p>' +
      '<p data-part="price">$24.50 at Fernway, checked March 3, 2026</p>' +
      '<p><a href="https://shop.example/cream?a=1&amp;b=2" target="_blank" rel="sponsored nofollow noopener"' +
      ` aria-label="Shop Now: Oat &amp; &quot;honey&quot; cream (opens in a new tab)" data-affiliate="product-box" data-product-id="${id}" data-part="shop-now">Shop Now</a></p></div></div>`,
  )
  const feed = await (await app.request('/feed.json')).text()
  for (const part of ['$24.50', 'Shop Now', 'http://localhost:3000/media/cream/320.avif 320w'])
    expect(feed).toContain(part)
  await app.db.updateTable('products').set({ price_minor: 1999, name: 'New name' }).execute()
  expect(await rendered(app, `${text}${box(id)}`)).toMatch(/New name.*\$19\.99/)
})

test('the box of an inactive, deleted or unknown product is removed', async () => {
  const app = await testApp()
  const inactive = await makeProduct(app.db, { is_active: false })
  const deleted = await makeProduct(app.db, { deleted_at: '2026-01-01T00:00:00.000Z' })
  expect(await rendered(app, `${text}${box(inactive)}${box(deleted)}${box(999)}${text}`)).toBe(text + text)
})

test('all products of a post are read in one query', async () => {
  const app = await testApp()
  const ids = []
  for (let i = 0; i < 12; i++) ids.push(await makeProduct(app.db))
  const slug = 'many-boxes'
  await makePost(app.db, { slug, content: text + ids.map(box).join(text) })
  app.queries.clear()
  const { content } = (await (await app.request(`/api/posts/${slug}`)).json()) as Post
  expect(content.match(/data-product-box/g)).toHaveLength(12)
  expect([...app.queries.keys()].filter((query) => query.includes('"products"'))).toHaveLength(1)
})

test.each([
  ['<div data-product-id="12"></div>', '<div data-product-id="12"></div>'],
  ['<div data-product-id="12" class="x" onclick="alert(1)" id="y"></div>', '<div data-product-id="12"></div>'],
  ['<div data-product-id="12">A cream <b>for all</b></div>', '<div data-product-id="12"></div>A cream <b>for all</b>'],
  [
    '<div data-product-id="1"><div data-product-id="2"></div></div>',
    '<div data-product-id="1"></div><div data-product-id="2"></div>',
  ],
  ['<div data-product-id="12', ''],
  ['<div data-product-id="1e3">x</div>', 'x'],
  ['<div data-product-id="-1">x</div>', 'x'],
  ['<div data-product-id="0">x</div>', 'x'],
  ['<div data-product-id="99999999999">x</div>', 'x'],
  ['<div data-product-id="1 or 1=1">x</div>', 'x'],
  ['<div data-product-box="12">x</div>', 'x'],
  ['<div>One</div><div>Two</div>', 'OneTwo'],
  ['<span data-product-id="12">x</span>', 'x'],
])('only the id of a product box is stored: %s', async (html, kept) => {
  const app = await testApp()
  expect(await stored(app, html)).toBe(kept)
})

test('an iframe is stored as a link', async () => {
  const app = await testApp()
  expect(await stored(app, '<iframe src="https://video.example/1?a=1&b=2" allowfullscreen>no frames</iframe>')).toMatch(
    /^<a href="https:\/\/video\.example\/1\?a=1&amp;b=2">https:\/\/video\.example\/1\?a=1&amp;b=2/,
  )
  expect(await stored(app, '<iframe src="javascript:alert(1)"></iframe>')).toBe('')
})

test('affiliate links are marked at each write', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: 'https://Shop.example/cream' })
  await makeProduct(app.db, { affiliate_link: 'https://old.example/cream', is_active: false })
  await makeProduct(app.db, { affiliate_link: 'https://gone.example/cream', deleted_at: '2026-01-01T00:00:00.000Z' })
  const marked = 'target="_blank" rel="sponsored nofollow noopener"'
  for (const [html, kept] of [
    ['<a href="https://shop.example/soap">x</a>', `<a href="https://shop.example/soap" ${marked}>x</a>`],
    ['<a href="https://SHOP.example">x</a>', `<a href="https://SHOP.example" ${marked}>x</a>`],
    [
      '<a href="https://shop.example/soap" rel="noopener" target="_self" title="Soap">x</a>',
      `<a href="https://shop.example/soap" title="Soap" ${marked}>x</a>`,
    ],
    [
      '<a href="https://elsewhere.example/" rel="SPONSORED">x</a>',
      `<a href="https://elsewhere.example/" ${marked}>x</a>`,
    ],
    ['<a href="https://old.example/">x</a>', '<a href="https://old.example/">x</a>'],
    ['<a href="https://gone.example/">x</a>', '<a href="https://gone.example/">x</a>'],
    ['<a href="https://shop.example.evil.example/">x</a>', '<a href="https://shop.example.evil.example/">x</a>'],
    ['<a href="/shop" rel="sponsored">x</a>', '<a href="/shop" rel="sponsored">x</a>'],
    [
      '<a href="https://shop.example/" data-affiliate="x" data-product-id="1">x</a>',
      `<a href="https://shop.example/" ${marked}>x</a>`,
    ],
  ] as const)
    expect(await stored(app, html), html).toBe(kept)
})

test('rendered affiliate links carry the data of click reports, with the product where the URL is its own', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { affiliate_link: 'https://shop.example/cream?a=1&b=2' })
  const marked = 'target="_blank" rel="sponsored nofollow noopener" data-affiliate="post-text"'
  expect(await rendered(app, '<p><a href="https://shop.example/cream?a=1&amp;b=2">x</a></p>')).toBe(
    `${disclosure}<p><a href="https://shop.example/cream?a=1&amp;b=2" ${marked} data-product-id="${id}">x</a></p>`,
  )
  expect(await rendered(app, '<p><a href="https://shop.example/other">x</a></p>')).toBe(
    `${disclosure}<p><a href="https://shop.example/other" ${marked}>x</a></p>`,
  )
  const plain = '<p><a href="https://elsewhere.example/">x</a> <a href="/blog/b">y</a> <a href="#top">z</a></p>'
  expect(await rendered(app, plain)).toBe(plain)
})

test('the disclosure stands once, before what holds the first affiliate link in reading order', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { affiliate_link: 'https://shop.example/cream' })
  const plain = '<p><a href="https://elsewhere.example/">x</a></p>'
  const link = '<ul><li>See <a href="https://shop.example/other">x</a></li></ul>'
  for (const [content, before] of [
    [plain + link + box(id), plain],
    [plain + box(id) + link, plain],
    [`${plain}<blockquote><p>a</p>${link}</blockquote>`, plain],
    [`<section data-block="review" data-product-id="${id}"><p>a</p></section>${link}`, ''],
    [`${plain}<div data-block="products" data-product-ids="${id}"></div>${box(id)}`, plain],
  ] as const) {
    const html = await rendered(app, content)
    expect(html.slice(0, before.length + disclosure.length), content).toBe(before + disclosure)
    expect(html.split(disclosure)).toHaveLength(2)
  }
  expect(await rendered(app, `<p> data-affiliate="</p>${plain}`)).not.toContain('This page contains')
})

test('images of the media library are rendered in all widths with their size, others unchanged', async () => {
  const app = await testApp()
  await makeImage(app, 'jar')
  const html = await rendered(
    app,
    '<figure><img alt="A jar" loading="lazy" src="/media/jar/640.jpg" /><figcaption>A jar</figcaption></figure>' +
      '<p><img alt="" loading="lazy" src="/media/jar/1600.jpg" width="400" height="999" /></p>' +
      '<p><img alt="B" loading="lazy" src="https://pictures.example/b.jpg" width="10" height="20" /></p>' +
      '<p><img alt="C" loading="lazy" src="/media/unknown/640.jpg" /></p>',
  )
  expect(html).toContain('<figure><picture><source type="image/avif" srcset="/media/jar/320.avif 320w,')
  expect(html).toMatch(
    /<img src="\/media\/jar\/960\.jpg" width="1600" height="1200" alt="A jar" loading="lazy" decoding="async"><\/picture><figcaption>/,
  )
  expect(html).toMatch(
    /sizes="\(min-width: 768px\) 400px, min\(92vw, 400px\)"><img src="\/media\/jar\/960\.jpg" width="400" height="300" alt=""/,
  )
  expect(html).toContain('<img alt="B" loading="lazy" src="https://pictures.example/b.jpg" width="10" height="20">')
  expect(html).toContain('<img alt="C" loading="lazy" src="/media/unknown/640.jpg">')
})

test('the preview is rendered like the page; the source is as stored', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'A cream' })
  const post = await makePost(app.db, { content: text + box(id), published_at: null })
  const preview = await app.asOwner(`/api/posts/${post}/preview`)
  const body = (await preview.json()) as Post
  expect(body.content).toMatch(/data-product-box.*A cream/)
  expect(body).not.toHaveProperty('version')
  const source = (await (await app.asOwner(`/api/posts/${post}/source`)).json()) as EditablePost
  expect(source.content).toBe(text + box(id))
  expect((await app.asOwner('/api/posts/999/preview')).status).toBe(404)
})

test('affiliate hosts are those of active products', async () => {
  const app = await testApp()
  for (const affiliate_link of [
    'https://b.example/1',
    'https://B.example/2?x=https://c.example/',
    'https://a.example?x',
    'http://d.example:8080#x',
  ])
    await makeProduct(app.db, { affiliate_link })
  await makeProduct(app.db, { affiliate_link: 'https://old.example/', is_active: false })
  expect(await (await app.asOwner('/api/affiliate-hosts')).json()).toEqual(['a.example', 'b.example', 'd.example:8080'])
})

test.each([
  ['<p class="x">a</p><ul><li class="y" >b</li></ul>', '<p>a</p><ul><li>b</li></ul>'],
  ['<h1>Title</h1><p>a</p>', '<p>a</p>'],
  ['<h1 class="x">A <em>title</em></h1><h1>Another</h1><p>a</p>', '<p>a</p>'],
  ['<h2>Introduction</h2><p>a</p>', '<p>a</p>'],
  ['<h3><strong>\u00a0INTRODUCTION </strong></h3><p>a</p>', '<p>a</p>'],
  ['<h2>Introduction&nbsp;</h2><p>a</p>', '<p>a</p>'],
  ['<h2>Introduction to oils</h2><p>Introduction</p>', '<h2>Introduction to oils</h2><p>Introduction</p>'],
  ['<h2>An <em>introduction</em></h2>', '<h2>An <em>introduction</em></h2>'],
  [
    '<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>',
    '<p>a</p><section class="table-frame" aria-label="Table" tabindex="0"><table><tbody><tr><td>b</td></tr></tbody></table></section>',
  ],
  ['<p>5 &lt; 6 &amp; “7”\u00a0%<br />b</p><hr />', '<p>5 &lt; 6 &amp; “7”&nbsp;%<br>b</p><hr>'],
  ['<ol reversed start="3"><li>a</li></ol>', '<ol reversed="" start="3"><li>a</li></ol>'],
])('the page shows %j without classes, h1 and an introduction heading', async (content, html) => {
  expect(await rendered(await testApp(), content)).toBe(html)
})

test.each([
  // By the own id of a heading, by its text, by the id on the page, and encoded.
  ['<h2 id="how-to">A</h2><a href="#how-to">b</a>', '<h2 id="on-how-to">A</h2><a href="#on-how-to">b</a>'],
  ['<h3>How to?</h3><a href="#how-to">b</a>', '<h3 id="on-how-to">How to?</h3><a href="#on-how-to">b</a>'],
  ['<h2>How to</h2><a href="#on-how-to">b</a>', '<h2 id="on-how-to">How to</h2><a href="#on-how-to">b</a>'],
  ['<h2>皮膚</h2><a href="#%E7%9A%AE%E8%86%9A">b</a>', '<h2 id="on-皮膚">皮膚</h2><a href="#on-皮膚">b</a>'],
  ['<h2 id="on-a">b</h2><h2>A</h2><a href="#a">c</a>', '<h2 id="on-a">b</h2><h2>A</h2><a href="#on-a">c</a>'],
  ['<h2>A</h2><a href="#elsewhere">b</a>', '<h2>A</h2><a href="#elsewhere">b</a>'],
  ['<h2 id="not an id">A</h2><p id="b">b</p>', '<h2>A</h2><p>b</p>'],
])('a link to a section leads to its heading: %j', async (content, html) => {
  const app = await testApp()
  expect(await rendered(app, await stored(app, content))).toBe(html)
})

test('links to sections lead to their headings in feeds as well', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'sections', content: '<h2 id="how-to">A</h2><p><a href="#how-to">b</a></p>' })
  const feed = (await (await app.request('/feed.json')).json()) as { items: { content_html: string }[] }
  const shown = feed.items.map((item) => item.content_html).join('')
  expect(shown).toContain('<h2 id="on-how-to">A</h2><p><a href="#on-how-to">b</a></p>')
})

test('deeply nested tags are rendered in linear time', async () => {
  const app = await testApp()
  const started = cpuTime()
  for (const name of ['h1', 'h2', 'blockquote', 'b'])
    expect(await rendered(app, `${text}${`<${name}>`.repeat(40_000)}`)).toContain(text)
  expect(cpuTime() - started).toBeLessThan(10_000)
})

test('an http:// image of an article that was stored earlier is shown with https://', async () => {
  const app = await testApp()
  const html = await rendered(
    app,
    '<p><img src="http://a.example/b.jpg" alt="" /> <a href="http://a.example/">a</a></p>',
  )
  expect(html).toContain('src="https://a.example/b.jpg"')
  expect(html).toContain('href="http://a.example/"')
})

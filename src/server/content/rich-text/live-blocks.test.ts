import { expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Post } from '../../../contract/content/posts.ts'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'

async function rendered({ db, request }: TestApp, content: string): Promise<Post> {
  const slug = `live-${Math.random().toString(36).slice(2)}`
  await makePost(db, { slug, content })
  return (await (await request(`/api/posts/${slug}`)).json()) as Post
}

const withFacts = ({ db }: TestApp, name: string, facts: Partial<ProductFacts> = {}, over = {}): Promise<number> =>
  makeProduct(db, { name, image_url: '', facts: JSON.stringify(facts), ...over })

const review = (id: number) => `<section data-block="review" data-product-id="${id}"><p>Four weeks.</p></section>`
const note = (id: number) => `<aside data-block="note" data-product-id="${id}"><p>Half a pump.</p></aside>`
const pick = (id: number, title: string) =>
  `<section data-block="pick" data-product-id="${id}"><h3>${title}</h3><p>Because.</p></section>`
const picks = (...list: string[]) => `<section data-block="picks">${list.join('')}</section>`
const comparison = (ids: number[], rows = '') =>
  `<div data-block="comparison" data-product-ids="${ids}"${rows && ` data-rows="${rows}"`}></div>`

test('a review shows the rating, the verdict, the owner’s words, what speaks for and against it, and where to buy it', async () => {
  const app = await testApp()
  const id = await withFacts(
    app,
    'Oatwhistle Oat cream',
    {
      ...{
        brand: 'Oatwhistle',
        rating: 4.5,
        verdict: 'Rich & calm.',
        pros: ['Stays'],
        cons: ['A <jar>'],
        testedWeeks: 1,
      },
      ...{ forWhom: 'Dry skin', notForWhom: 'Oily skin', skinTypes: ['dry', 'sensitive'], obtained: 'gifted' },
      ...{ sizeAmount: 50, sizeUnit: 'ml', shopName: 'Fernway', priceCheckedOn: '2026-03-03' },
      otherShops: [
        {
          name: 'Saltlark',
          link: 'https://salt.example/oat',
          price: '23.00',
          currency: 'USD',
          checkedOn: '2026-03-04',
        },
      ],
    },
    { price_minor: 2400, affiliate_link: 'https://shop.example/oat' },
  )
  const { content, reviews } = await rendered(app, review(id))
  const inOrder = [
    '<section data-block="review">',
    '<p data-part="brand">Oatwhistle · Cleansers</p>',
    `<a href="/shop/product-${id}" aria-label="Oatwhistle Oat cream">Oat cream</a>`,
    '<p data-part="label">Gift from the brand</p>',
    '<span data-stars="4.5" aria-hidden="true">★★★★½</span> Rated 4.5 out of 5',
    'Rich &amp; calm.',
    'aria-label="Shop Now at Fernway $24.00: Oatwhistle Oat cream (opens in a new tab)" data-affiliate="review"',
    'data-part="shop-now">Shop Now at Fernway <b>$24.00</b></a>',
    'href="https://salt.example/oat"',
    '>Saltlark <small>Lowest listed</small> <b>$23.00</b></a>',
    '<p data-part="checked">Prices checked March 3 – 4, 2026</p>',
    '<p>Four weeks.</p>',
    '<strong>Pros</strong></p><ul aria-label="Pros"><li>Stays</li></ul>',
    '<strong>Cons</strong></p><ul aria-label="Cons"><li>A &lt;jar&gt;</li></ul>',
    '<ul data-part="chips"><li>50 ml, $0.48 per ml</li><li>Dry, sensitive skin</li></ul>',
    '<details><summary>All facts</summary><dl data-part="facts"><dt>For whom</dt><dd>Dry skin</dd>',
    '<dt>Not for whom</dt><dd>Oily skin</dd>',
    '<dt>Size</dt><dd>50 ml, $0.48 per ml</dd>',
    '<dt>Tested for</dt><dd>1 week</dd>',
    '<dt>How I got it</dt><dd>A gift from the brand</dd></dl></details></section>',
  ]
  let from = 0
  for (const part of inOrder) {
    const at = content.indexOf(part, from)
    expect(at, part).toBeGreaterThanOrEqual(from)
    from = at + part.length
  }
  expect(reviews).toEqual([
    expect.objectContaining({
      name: 'Oatwhistle Oat cream',
      rating: 4.5,
      pros: ['Stays'],
      cons: ['A <jar>'],
      price: '24.00',
    }),
  ])
})

test('a comparison is a table with headers of columns and rows, the rating and the price in its head', async () => {
  const app = await testApp()
  const shop = { shopName: 'Petal Market', priceCheckedOn: '2026-11-16', rating: 4.5 }
  const one = await withFacts(app, 'One', { vegan: true, spf: 30 }, { price_minor: 1000 })
  const two = await withFacts(app, 'Two', { vegan: null, texture: 'Gel', ...shop }, { price_minor: 2050 })
  const { content, lists } = await rendered(app, comparison([two, one], 'texture,price,vegan,rating,concerns'))
  const cells = content.replace(/ (?:href|target|rel|data-product-id|aria-hidden)="[^"]*"/g, '')
  expect(cells).toContain(
    'aria-label="Comparison of Two and One" tabindex="0"><table><thead><tr><td></td><th scope="col">',
  )
  expect(cells).toContain(
    '<tr><th scope="row">Rating</th><td><p data-part="rating"><span data-stars="4.5">★★★★½</span> 4.5 out of 5</p></td><td>–</td></tr>' +
      '<tr><th scope="row">Price</th><td><p data-part="price">$20.50 · Petal Market</p><p><a aria-label="Shop Now: Two (opens in a new tab)"',
  )
  expect(cells.replace(/^.*<\/thead>/, '')).toBe(
    '<tbody><tr><th scope="row">Texture</th><td>Gel</td><td>–</td></tr><tr><th scope="row">Vegan</th><td>–</td><td>Yes</td></tr></tbody>' +
      '</table></section><p data-part="checked">Some prices checked November 16, 2026</p></div>',
  )
  expect(content.match(/data-affiliate="comparison"/g)).toHaveLength(2)
  expect(lists).toEqual([
    {
      items: [
        { name: 'Two', slug: `product-${two}` },
        { name: 'One', slug: `product-${one}` },
      ],
    },
  ])
})

test('the head of a comparison shows no rating and no price that the owner did not choose', async () => {
  const app = await testApp()
  const facts = { rating: 4, priceCheckedOn: '2026-11-16', spf: 30 }
  const ids = [await withFacts(app, 'One', facts, { price_minor: 1000 }), await withFacts(app, 'Two', facts)]
  const { content } = await rendered(app, comparison(ids, 'spf'))
  expect(content).not.toMatch(/data-stars|\$|checked|out of 5/)
  expect(content).toContain('<tr><th scope="row">Shop</th><td><p><a ')
})

test('the owner’s pick is named in its head, and the block knows its column; one that is not compared is ignored', async () => {
  const app = await testApp()
  const [one, two, gone] = [
    await withFacts(app, 'One'),
    await withFacts(app, 'Two'),
    await withFacts(app, 'Gone', {}, { is_active: false }),
  ]
  const html = async (pick: number | string) =>
    (await rendered(app, comparison([gone, one, two], 'spf').replace('></div>', ` data-pick="${pick}"></div>`))).content
  expect(await html(two)).toMatch(
    /<div data-block="comparison" data-pick="2">.*>One<\/a> <\/th><th scope="col"><p data-part="pick">My pick<\/p>.*>Two<\/a>/,
  )
  for (const pick of [gone, 9999, '0', 'x'])
    expect(await html(pick), String(pick)).not.toMatch(/data-pick|data-part="pick"/)
})

test('a pick has its heading, its product, its reason and its shop; picks are a list for search engines', async () => {
  const app = await testApp()
  const facts = (day: string) => ({
    ...{ rating: 4, verdict: 'Calm.', forWhom: 'Dry skin', shopName: 'Fernway', priceCheckedOn: day },
  })
  const [one, two] = [
    await withFacts(app, 'One', facts('2026-03-03'), { price_minor: 1000 }),
    await withFacts(app, 'Two', facts('2026-03-05'), { price_minor: 2050 }),
  ]
  const { content, lists } = await rendered(app, picks(pick(one, 'Best for dry skin'), pick(two, 'Best in the heat')))
  const shop = (id: number, name: string, price: string) =>
    new RegExp(
      `^<p data-part="rating"><span data-stars="4" aria-hidden="true">★★★★</span> Rated 4 out of 5</p><p><a [^>]*aria-label="Shop Now at Fernway \\${price}: ${name} \\(opens in a new tab\\)" data-affiliate="pick" data-product-id="${id}" data-part="shop-now">Shop Now at Fernway <b>\\${price}</b></a></p></div></section>`,
    )
  const [, index, first, second] = content.split(/(?=<ul data-part="index">)|(?=<section data-block="pick">)/)
  expect(index).toBe(
    '<ul data-part="index"><li><a href="#on-best-for-dry-skin"><span><strong>Best for dry skin</strong> One</span> <b>$10.00</b></a></li>' +
      '<li><a href="#on-best-in-the-heat"><span><strong>Best in the heat</strong> Two</span> <b>$20.50</b></a></li></ul>',
  )
  const start = (id: number, name: string, role: string, anchor: string) =>
    `<section data-block="pick"><h3 id="${anchor}">${role}</h3><p data-part="name"><strong><a href="/shop/product-${id}">${name}</a></strong></p><p>Because.</p><div data-part="shop">`
  const starts = [
    start(one, 'One', 'Best for dry skin', 'on-best-for-dry-skin'),
    start(two, 'Two', 'Best in the heat', 'on-best-in-the-heat'),
  ] as const
  expect(first!.slice(0, starts[0].length)).toBe(starts[0])
  expect(first!.slice(starts[0].length)).toMatch(shop(one, 'One', '$10.00'))
  expect(second!.slice(0, starts[1].length)).toBe(starts[1])
  expect(second!.slice(starts[1].length)).toMatch(shop(two, 'Two', '$20.50'))
  // The day stands once, below all of them.
  expect(content).toMatch(/<\/section><p data-part="checked">Prices checked March 3 – 5, 2026<\/p><\/section>$/)
  expect(content.match(/checked March/g)).toHaveLength(1)
  expect(lists).toEqual([
    { items: [expect.objectContaining({ name: 'One' }), expect.objectContaining({ name: 'Two' })] },
  ])
})

test('a shop without a price says where to see it, one without an address has its price alone', async () => {
  const app = await testApp()
  const otherShops = [{ name: 'Saltlark', link: 'https://salt.example/a', price: '', currency: 'USD', checkedOn: '' }]
  const facts = { shopName: 'Fernway', otherShops, priceCheckedOn: '2026-03-03' }
  const hidden = await withFacts(app, 'One', facts, { price_minor: 0 })
  const html = (await rendered(app, review(hidden))).content
  expect(html).toContain('data-part="shop-now">Shop Now <small>See price at Fernway</small></a>')
  expect(html).toContain('data-product-id="1">See price at Saltlark</a></li></ul></div>')
  expect(html).not.toMatch(/checked|Lowest|<b>/)
  const bare = await withFacts(
    app,
    'Two',
    { rating: null, priceCheckedOn: '2026-03-03' },
    { affiliate_link: '', price_minor: 900 },
  )
  expect((await rendered(app, review(bare))).content).toContain(
    '<div data-part="shop"><p data-part="price">$9.00, checked March 3, 2026</p></div>',
  )
  const nothing = await withFacts(app, 'Three', {}, { affiliate_link: '', price_minor: 0 })
  const bareReview = (await rendered(app, review(nothing))).content
  expect(bareReview).not.toMatch(/data-part="(?:shop|rating|verdict|chips|notes|checked)"|<details|<small/)
})

test('a pick shows the stored verdict only where the owner gave no reason, and a single one has no index', async () => {
  const app = await testApp()
  const id = await withFacts(app, 'One', { verdict: 'Calm.' })
  const verdict = '<p data-part="verdict">Calm.</p>'
  const html = async (words: string) =>
    (await rendered(app, picks(`<section data-block="pick" data-product-id="${id}">${words}</section>`))).content
  for (const words of ['', '<h3>Best</h3>', '<h3>Best</h3><p> </p>']) expect(await html(words)).toContain(verdict)
  for (const words of ['<h3>Best</h3><p>Because.</p>', '<ul><li>Mild</li></ul>', '<p><img src="/a.jpg" alt="" /></p>'])
    expect(await html(words)).not.toContain(verdict)
  expect(await html('<h3>Best</h3>')).toMatch(/<section data-block="picks"><section data-block="pick"><h3>Best<\/h3>/)
})

test('picks without a heading lead to the product, those of a block within a block to their own', async () => {
  const app = await testApp()
  const [one, two] = [await withFacts(app, 'One'), await withFacts(app, 'Two', { obtained: 'gifted' })]
  const plain = (id: number) => `<section data-block="pick" data-product-id="${id}"><p>Because.</p></section>`
  const { content } = await rendered(app, picks(plain(one), plain(two), picks(pick(two, 'A'), pick(one, 'B'))))
  const hrefs = content.split('<ul data-part="index">').map((part) => part.match(/(?<=<li><a href=")[^"]*/g))
  expect(hrefs).toEqual([null, [`/shop/product-${one}`, `/shop/product-${two}`], ['#on-a', '#on-b']])
  expect(content).toContain('<span>Two · Gift from the brand</span>')
})

test('what is gone vanishes: with its words in notes and picks, without them in a review', async () => {
  const app = await testApp()
  const one = await withFacts(app, 'Still here')
  const gone = await withFacts(app, 'Gone', {}, { is_active: false })
  const html = async (content: string) =>
    (await rendered(app, content)).content.replace(/<p data-part="disclosure">.*?<\/p>/, '')
  expect(await html(review(gone))).toBe('<p>Four weeks.</p>')
  expect(await html(note(gone))).toBe('')
  expect(await html(picks(pick(gone, 'Best')))).toBe('')
  expect(await html(picks(pick(gone, 'Best'), pick(one, 'Second')))).toMatch(
    /^<section data-block="picks"><section data-block="pick"><h3>Second<\/h3>/,
  )
  expect(await html(comparison([gone, 9999]))).toBe('')
  expect(await html(comparison([gone, one]))).toMatch(new RegExp(`^<div data-product-box="${one}">`))
  expect(await html('<div data-block="routine" data-routine-id="5"></div>')).toBe('')
  expect(await html('<div data-block="ingredient" data-ingredient-id="5"></div>')).toBe('')
})

test('a link to a page that is gone becomes plain text, one to a renamed page follows it', async () => {
  const app = await testApp()
  await withFacts(app, 'Here', {}, { slug: 'here' })
  await withFacts(app, 'Gone', {}, { slug: 'gone', is_active: false })
  const renamed = await withFacts(app, 'Renamed', {}, { slug: 'new-name' })
  const unnamed = await withFacts(app, 'Without a slug', {}, { slug: null })
  await app.db
    .insertInto('redirects')
    .values({ kind: 'products', from_slug: 'old-name', target_id: renamed, created_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  const link = (href: string) => `<p><a href="${href}">x</a></p>`
  for (const [href, shown] of [
    ['/shop/here?a=1', link('/shop/here?a=1')],
    ['/shop/gone', '<p>x</p>'],
    ['/shop/never', '<p>x</p>'],
    ['/shop/old-name#price', link('/shop/new-name#price')],
    [`/shop/product-${unnamed}`, link(`/shop/product-${unnamed}`)],
    ['/ingredients/none', '<p>x</p>'],
    ['/routines/none', '<p>x</p>'],
    ['/routines/build', link('/routines/build')],
    ['/shop', link('/shop')],
    ['/shop/here/more', link('/shop/here/more')],
    ['/shop/%E0%A4%A', '<p>x</p>'],
  ] as const)
    expect((await rendered(app, link(href))).content, href).toBe(shown)
})

test('ingredients and routines are cards that lead to their pages', async () => {
  const app = await testApp()
  const product = await withFacts(app, 'Oat cleanser')
  const ingredient = { name: 'Niacinamide', inci: 'Niacinamide', summary: 'Calms <redness>.' }
  expect((await app.asOwner('/api/ingredients', { json: ingredient })).status).toBe(201)
  const step = { kind: 'Cleanser', amount: 'A pea', often: 'daily', wait: 'a minute', why: 'It is mild.' }
  const steps = [
    { ...step, time: 'morning', productId: product },
    { time: 'evening', kind: 'Cream', swap: 'An ointment' },
  ]
  const routine = { name: 'Five minutes', summary: 'For mornings.', steps }
  expect((await app.asOwner('/api/routines', { json: routine })).status).toBe(201)
  const { content } = await rendered(
    app,
    '<div data-block="ingredient" data-ingredient-id="1"></div><div data-block="routine" data-routine-id="1"></div>',
  )
  expect(content).toContain(
    '<div data-block="ingredient"><p data-part="name"><strong><a href="/ingredients/niacinamide">Niacinamide</a></strong></p><p>Calms &lt;redness&gt;.</p>',
  )
  expect(content).toContain('<a href="/routines/five-minutes">Five minutes</a>')
  expect(content).toContain(
    `<strong>Morning</strong></p><ol><li><p><strong>Cleanser</strong><small>: </small><a href="/shop/product-${product}">Oat cleanser</a></p><p data-part="how">A pea · daily · wait a minute</p><p>It is mild.</p></li></ol>`,
  )
  expect(content).toContain(
    '<strong>Evening</strong></p><ol><li><p><strong>Cream</strong></p><p data-part="swap">For sensitive skin: An ointment</p></li></ol>',
  )
  await app.db.updateTable('products').set({ is_active: false }).execute()
  expect((await rendered(app, '<div data-block="routine" data-routine-id="1"></div>')).content).toContain(
    '<li><p><strong>Cleanser</strong></p>',
  )
})

test('feeds show the blocks as tables, lists and links, without what only our pages understand', async () => {
  const app = await testApp()
  const [one, two] = [await withFacts(app, 'One', { pros: ['Stays'] }), await withFacts(app, 'Two', { spf: 50 })]
  await makePost(app.db, {
    content:
      review(one) +
      note(two) +
      comparison([one, two], 'price,spf') +
      picks(pick(one, 'Best'), pick(two, 'Second')) +
      '<section data-block="dos"><h3>Do</h3><ul><li>Wait.</li></ul><h3>Do not</h3><ul><li>Mix.</li></ul></section>' +
      '<ol data-block="timeline"><li><h3>Week 1</h3><p>Twice.</p></li></ol>',
  })
  const feed = JSON.parse(await (await app.request('/feed.json')).text()) as { items: { content_html: string }[] }
  const html = feed.items[0]!.content_html
  for (const part of [
    '<p>This page contains affiliate links. <a href="http://localhost:3000/affiliate-disclosure">',
    `<a href="http://localhost:3000/shop/product-${one}">One</a>`,
    '<p>Four weeks.</p>',
    '<ul><li>Stays</li></ul>',
    '<p>Half a pump.</p>',
    '<tr><th scope="row">SPF</th><td>–</td><td>50</td></tr>',
    '<h3 id="on-best">Best</h3><p><strong>',
    '<h3>Do</h3><ul><li>Wait.</li></ul>',
    '<li><h3>Week 1</h3><p>Twice.</p></li>',
    'Shop Now</a>',
  ])
    expect(html, part).toContain(part)
  expect(html).not.toMatch(/data-(?:affiliate|part|product-id|stars)|tabindex|table-frame|role=|href="#on-best"/)
})

test('thousands of nested blocks with products are rendered in linear time', async () => {
  const app = await testApp()
  const id = await withFacts(app, 'One')
  const started = cpuTime()
  for (const open of [
    `<section data-block="review" data-product-id="${id}">`,
    `<section data-block="picks"><section data-block="pick" data-product-id="${id}"><h3>`,
    '<section data-block="picks"><section data-block="pick" data-product-id="9999">',
    `<aside data-block="note" data-product-id="${id}">`,
  ])
    await rendered(app, open.repeat(2_000))
  expect(cpuTime() - started).toBeLessThan(10_000)
})

test('a link whose path no row can have is removed like any link to a page that is gone', async () => {
  const app = await testApp()
  for (const path of ['/shop/%00', '/ingredients/a%00b', '/routines/%00', '/shop/%ff'])
    expect((await rendered(app, `<p><a href="${path}">Words</a></p>`)).content, path).toBe('<p>Words</p>')
})

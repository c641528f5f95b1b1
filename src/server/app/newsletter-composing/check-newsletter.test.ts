import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { sendPage, startShopSimulator } from '../../../../test/shop-simulator.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter, NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import { createLinkProbe } from '../../shop/link-health/link-probe.ts'

async function write({ asOwner }: TestApp, content: string): Promise<number> {
  const draft = {
    ...{ title: 'My morning', slug: '', excerpt: 'Three steps.', content, coverImage: '', imageAlt: '' },
    ...{ isPinOptimized: false, pinText: null, metaTitle: null, metaDescription: null, keywords: '' },
    ...{ categoryId: null, isFeatured: false, publishedAt: null, kind: 'newsletter' },
  }
  const response = await asOwner('/api/posts/drafts', { json: draft })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

async function check(app: TestApp, id: number, name: string): Promise<NewsletterCheck> {
  const response = await app.asOwner(`/api/newsletters/${id}/checks`)
  expect(response.status).toBe(200)
  return ((await response.json()) as NewsletterCheck[]).find((one) => one.name === name)!
}

const link = (href: string) => `<p><a href="${href}">here</a></p>`
/** Each round settles four of fifty links. */
const SLOW = { timeout: 10_000 }
const isMissing = (path: string) => (/lost|planned/.test(path) ? 404 : 200)

test('a link to a page of the site that does not exist is an error that names it', async () => {
  const app = await testApp({ pageStatus: isMissing })
  const id = await write(app, link('/blog/lost') + link('/blog/here') + link(`${TEST_ORIGIN}/lost`) + link('/blog/'))
  expect(await check(app, id, 'links')).toEqual({
    name: 'links',
    result: 'error',
    text: '3 links lead to pages that do not exist: /blog/lost, /lost, /blog/.',
  })
  expect((await check(app, await write(app, link('/blog/here')), 'links')).result).toBe('ok')
  const asked = await write(app, link('/media/lost/640.jpg'))
  expect((await check(app, asked, 'links')).text).toContain('/media/lost/640.jpg')
})

test('a link to a scheduled post is a warning, and an error only where the newsletter is sent before it', async () => {
  const app = await testApp({ pageStatus: isMissing, smtpUrl: 'smtp://127.0.0.1:9' })
  await app.db
    .insertInto('subscribers')
    .values({
      ...{ email: 'ann@example.com', name: 'Ann', is_active: true, unsubscribe_token: 'token-Ann' },
      created_at: '2026-03-01T00:00:00.000Z',
    })
    .execute()
  await makePost(app.db, { slug: 'planned', published_at: '2026-03-12T08:00:00.000Z' })
  const id = await write(app, link('/blog/planned'))
  const text = 'A link leads to a post that is not published yet, so send the newsletter after it: /blog/planned.'
  expect(await check(app, id, 'links')).toEqual({ name: 'links', result: 'warning', text })
  const send = (at: string | null) => app.asOwner(`/api/newsletters/${id}/send`, { json: { at } })
  for (const at of [null, '2026-03-12T07:00:00.000Z']) {
    const refused = await send(at)
    expect(await refused.json()).toEqual({
      message: 'A link leads to a page that does not exist: /blog/planned.',
    })
  }
  expect((await send('2026-03-12T09:00:00.000Z')).status).toBe(200)
})

test('links and blocks of what is deleted are named', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db, {
    slug: 'gone',
    deleted_at: '2026-03-01T00:00:00.000Z',
    is_active: false,
  })
  const id = await write(app, `${link('/shop/gone')}<div data-product-id="${productId}"></div>`)
  expect(await check(app, id, 'links')).toEqual({
    name: 'links',
    result: 'warning',
    text:
      'A link is left out, since its page is deleted or hidden: /shop/gone.' +
      ` A block shows less than it should, since this is deleted or hidden: product ${productId}.`,
  })
})

test('an excerpt of a post that is not published leads nowhere, which is an error; its newsletter says so of its source', async () => {
  const app = await testApp({ pageStatus: isMissing })
  const postId = await makePost(app.db, { slug: 'lost', published_at: null })
  const made = await app.asOwner('/api/newsletters', { json: { postId, form: 'excerpt' } })
  const { id, sourcePost } = (await made.json()) as Newsletter
  expect(sourcePost).toMatchObject({ isPublished: false })
  expect(await check(app, id, 'links')).toMatchObject({ result: 'error', text: expect.stringContaining('/blog/lost') })
  await app.db.updateTable('posts').set({ published_at: '2026-03-01T00:00:00.000Z' }).where('id', '=', postId).execute()
  const found = (await (await app.asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
  expect(found.sourcePost).toMatchObject({ id: postId, slug: 'lost', isPublished: true })
})

test('links to other sites are checked once, and what could not be checked is said', async () => {
  const shops = await startShopSimulator()
  shops.on('/good', sendPage('<title>Good</title>'))
  const app = await testApp({ links: { request: shops.request } })
  const good = shops.at('a.test', '/good')
  const bad = shops.at('b.test', '/bad')
  const inner = 'http://10.0.0.1/router'
  const id = await write(app, link(good) + link(bad) + link(inner))
  const expected = {
    name: 'links',
    result: 'warning',
    text: `A link fails: ${bad}. A link could not be checked, please open it yourself: ${inner}.`,
  }
  expect(await check(app, id, 'links')).toEqual(expected)
  const { length } = shops.requests
  expect(length).toBeGreaterThan(1)
  expect(await check(app, id, 'links')).toEqual(expected)
  expect(shops.requests).toHaveLength(length)
})

test('without checks of other sites the checklist says so', async () => {
  const app = await testApp()
  const id = await write(app, link('https://elsewhere.example/'))
  expect((await check(app, id, 'links')).text).toContain('Links to other sites are not checked on this site.')
  const missing = await write(app, link('https://elsewhere.example/') + link('/shop/nothing'))
  expect(await check(app, missing, 'links')).toMatchObject({
    result: 'warning',
    text: expect.stringMatching(/\/shop\/nothing.*Links to other sites are not checked on this site\.$/),
  })
})

test('a slow site is checked in the background, a few at a time, and counted until then', async () => {
  const shops = await startShopSimulator()
  let active = 0
  let most = 0
  const held: (() => void)[] = []
  for (let at = 0; at < 60; at++)
    shops.on(`/${at}`, (_request, response) => {
      active += 1
      most = Math.max(most, active)
      held.push(() => {
        active -= 1
        response.writeHead(200, { 'content-type': 'image/png' }).end()
      })
    })
  const probe = createLinkProbe({ request: shops.request, waitMs: 50 })
  const urls = Array.from({ length: 60 }, (_, at) => shops.at('slow.test', `/${at}`))
  expect(await probe.check(urls)).toEqual({ failing: [], unclear: [], ownClicks: 0, pending: 50, leftOut: 10 })
  await expect
    .poll(async () => {
      for (const finish of held.splice(0)) finish()
      return (await probe.check(urls)).pending
    }, SLOW)
    .toBe(0)
  expect(most).toBe(4)
})

test('a newsletter that Gmail would cut off cannot be sent', async () => {
  const app = await testApp()
  const id = await write(app, `<p>${'A plain sentence about skin. '.repeat(120)}</p>`.repeat(30))
  const found = await check(app, id, 'size')
  expect(found.result).toBe('error')
  const preview = (await (await app.asOwner(`/api/newsletters/${id}/preview`)).json()) as { bytes: number }
  expect(found.text).toContain(`The newsletter has ${Math.ceil(preview.bytes / 1000)} kB.`)
})

const AMAZON = 'https://www.amazon.com/dp/B01?tag=nora-20'

test('links that a program forbids are named with the page that they lead to, and those without one are a warning', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db, { slug: 'oat-cream', affiliate_link: AMAZON })
  const withoutPage = async (content: string) => {
    const id = await write(app, content)
    await app.db.updateTable('newsletters').set({ has_page: false }).where('post_id', '=', id).execute()
    return check(app, id, 'affiliate-rules')
  }
  const other = 'https://www.amazon.com/dp/B02?tag=nora-20'
  const box = `<div data-product-id="${productId}"></div>`
  const toShop = `A link leads to your site instead of the shop: ${AMAZON} → ${TEST_ORIGIN}/shop/oat-cream.`
  const rule = 'Amazon Associates does not allow links in mails.'
  expect(await withoutPage(`${link(other)}<p>Or amzn.to/x1</p>${box}`)).toEqual({
    name: 'affiliate-rules',
    result: 'warning',
    text: `${rule} 2 links are left out, since no page of your site stands for them: ${other}, https://amzn.to/x1. ${toShop}`,
  })
  expect(await withoutPage(box)).toMatchObject({ result: 'ok', text: `${rule} ${toShop}` })
  expect(await check(app, await write(app, link(other)), 'affiliate-rules')).toMatchObject({
    result: 'ok',
    text: `${rule} A link leads to your site instead of the shop: ${other} → the page of the newsletter.`,
  })
})

test('a typed price next to a link to Amazon is a warning', async () => {
  const app = await testApp()
  expect(await check(app, await write(app, `<p>I paid $24.99 for ${AMAZON}</p>`), 'typed-prices')).toMatchObject({
    result: 'ok',
  })
  const priced = await write(app, `<p>I paid $24.99: <a href="${AMAZON}">a cream</a></p>`)
  expect(await check(app, priced, 'typed-prices')).toMatchObject({
    result: 'warning',
    text: '“$24.99” stands next to a link to Amazon, whose program allows no typed prices. Please leave it out.',
  })
})

test('a program that has not replied whether it allows links in mails is named until it has', async () => {
  const app = await testApp()
  const awin = 'https://www.awin1.com/cread.php?awinmid=2082&awinaffid=4567&ued=https%3A%2F%2Fwww.fern.example%2Fa'
  const id = await write(app, `${link(awin)}${link('https://rstyle.me/+x')}`)
  const unanswered = await check(app, id, 'affiliate-rules')
  expect(unanswered).toMatchObject({
    result: 'warning',
    text: 'Ask Awin whether it allows links in mails.',
    unanswered: [{ url: expect.stringContaining('awinmid=2082'), program: 'Awin' }],
  })
  const { url } = unanswered!.unanswered![0]!
  const state = (answer: string) => app.asOwner('/api/programs/mail-answers', { json: { url, answer } })
  expect((await state('allowed')).status).toBe(200)
  expect(await check(app, id, 'affiliate-rules')).toEqual({
    name: 'affiliate-rules',
    result: 'ok',
    text: 'No program of its links forbids links in mails.',
  })
  expect((await state('forbidden')).status).toBe(200)
  expect((await check(app, id, 'affiliate-rules'))?.text).toContain(
    'fern.example (Awin) does not allow links in mails. A link leads to your site instead of the shop',
  )
})

test('what looks like a merge field and is none is named, wherever it stands', async () => {
  const app = await testApp()
  const body =
    '<p>{{name|you}}, {{email}} {{Name}} {{<strong>name</strong>}} <img src="https://a.example/a.png" alt="{{ a &amp; b }}"></p>'
  const id = await write(app, body)
  await app.db
    .updateTable('posts')
    .set({ title: 'Hi {{first_name}}', excerpt: `${'Long. '.repeat(23)}{{ name | my dear reader }} {{name|` })
    .where('id', '=', id)
    .execute()
  await app.db
    .updateTable('newsletters')
    .set({ intro: 'Dear {{nmae}},\n{{ name }}' })
    .where('post_id', '=', id)
    .execute()
  expect(await check(app, id, 'merge-fields')).toEqual({
    name: 'merge-fields',
    result: 'warning',
    text:
      '6 merge fields are mistyped or partly formatted, and would be sent as typed:' +
      ' {{first_name}}, {{name|, {{nmae}}, {{Name}}, {{name}}, and 1 more.' +
      ' There are {{name}}, {{email}}, {{unsubscribe_url}}, {{preferences_url}}, {{browser_url}}.',
  })
  const right = await write(app, '<p>{{name|you}} {{ browser_url }} { {name} }</p>')
  expect(await check(app, right, 'merge-fields')).toMatchObject({ result: 'ok', text: 'Every merge field is known.' })
})

test('a picture that is not in the media library is an error that names it', async () => {
  const app = await testApp()
  const picture = (src: string) => `<p><img src="${src}" alt="A jar"></p>`
  const image = { alt_text: '', width: 640, height: 480, widths: '[320,640]', placeholder: '' }
  const created_at = '2026-01-01T00:00:00.000Z'
  await app.db
    .insertInto('images')
    .values([
      { ...image, key: 'still', url: '/media/still/640.jpg', is_animated: false, created_at },
      { ...image, key: 'moving', url: '/media/moving/640.jpg', is_animated: true, created_at },
      {
        ...image,
        key: 'deleted',
        url: '/media/deleted/640.jpg',
        is_animated: false,
        created_at,
        deleted_at: created_at,
      },
    ])
    .execute()
  const there = `${picture('/media/still/640.jpg')}${picture('/media/moving/640.webp')}${picture('https://a.example/a.png')}`
  expect(await check(app, await write(app, there + link('/media/moving/640.webp')), 'links')).toMatchObject({
    result: 'ok',
  })
  const gone = picture('/media/gone/640.jpg')
  expect(await check(app, await write(app, there + gone), 'links')).toEqual({
    name: 'links',
    result: 'error',
    text: 'A picture does not exist: /media/gone/640.jpg.',
  })
  const both = await check(app, await write(app, gone + picture('/media/deleted/640.jpg')), 'links')
  expect(both.text).toBe('2 pictures do not exist: /media/gone/640.jpg, /media/deleted/640.jpg.')
})

test.each(['See https://shop.example/balm?tag=dew-20 now', 'All at shop.example/balm'])(
  'a web address in the subject %s is a warning',
  async (title) => {
    const app = await testApp()
    const id = await write(app, '<p>Hello.</p>')
    expect((await check(app, id, 'subject')).result).toBe('ok')
    await app.db.updateTable('posts').set({ title }).where('id', '=', id).execute()
    expect(await check(app, id, 'subject')).toMatchObject({
      result: 'warning',
      text: expect.stringMatching(/^A web address in the subject is sent as typed/),
    })
  },
)

test('a subject is as long as readers without a name see it, not as its merge field is typed', async () => {
  const app = await testApp()
  const id = await write(app, '<p>Text.</p>')
  const withSubject = async (title: string) => {
    await app.db.updateTable('posts').set({ title }).where('id', '=', id).execute()
    return check(app, id, 'subject')
  }
  const shown = 'is three weeks long enough for a serum to work?'
  expect((await withSubject(`{{name|Friend}}, ${shown}`)).result).toBe('ok')
  expect(await withSubject(`{{name|Friend}}, ${shown} I asked`)).toMatchObject({
    result: 'warning',
    text: 'The subject has 63 characters. Phones show about 60.',
  })
})

test('the sender of a public site is checked for SPF, DKIM and DMARC, under the selector of its mail server', async () => {
  const records: Record<string, string[]> = {
    'dew.example': ['v=spf1 ip4:192.0.2.10 -all'],
    'k2026q1._domainkey.dew.example': ['v=DKIM1; k=rsa; p=MIIB'],
  }
  const dns = {
    txt: async (name: string) => records[name] ?? [],
    addresses: async () => ['192.0.2.10'],
    mailExchangers: async () => [],
  }
  const app = await testApp({ isPublic: true, dns, settings: { email: 'nora@dew.example' } })
  const server = { host: 'smtp.example.com', port: 465, security: 'tls', user: '', fromName: 'Nora', fromAddress: '' }
  const save = (change: object) => app.asOwner('/api/mails/settings', { method: 'PUT', json: { ...server, ...change } })
  const id = await write(app, '<p>Hello.</p>')
  expect((await save({})).status).toBe(200)
  expect(await check(app, id, 'sender')).toEqual({
    name: 'sender',
    result: 'warning',
    text: expect.stringMatching(
      /^DKIM: There is no key under the usual names.* DMARC: dew\.example has no DMARC record/,
    ),
  })
  records['_dmarc.dew.example'] = ['v=DMARC1; p=none']
  expect((await save({ dkimSelector: 'k2026q1' })).status).toBe(200)
  expect(await check(app, id, 'sender')).toEqual({
    name: 'sender',
    result: 'ok',
    text: 'Sent by Nora <nora@dew.example>; SPF, DKIM and DMARC are in order.',
  })
})

test('pictures on other sites are a warning before a newsletter is sent', async () => {
  const app = await testApp()
  const own = `<p>Text</p><img src="/media/k/640.jpg" alt="A"><img src="${TEST_ORIGIN}/media/k/640.jpg" alt="A">`
  expect(await check(app, await write(app, own), 'pictures')).toMatchObject({ result: 'ok' })
  const mixed = `${own}<img src="https://lh3.googleusercontent.com/docs/a" alt="A"><img src="https://b.example/c.png" alt="A">`
  expect(await check(app, await write(app, mixed), 'pictures')).toEqual({
    name: 'pictures',
    result: 'warning',
    text: '2 pictures are on another site, which may remove them. Copy to the library what readers should keep.',
  })
})

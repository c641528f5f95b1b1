import { expect, test } from 'vitest'
import {
  redirectTo,
  type ShopSimulator,
  sendPage,
  sendStatus,
  startShopSimulator,
} from '../../../../test/shop-simulator.ts'
import { checkLink, type Known } from './check-link.ts'
import { createPace } from './pace.ts'

const page = '<title>Oat cream</title><h1>Oat cream</h1><p>Calms dry skin.</p>'

function check({ request }: ShopSimulator, url: string, known?: Known) {
  return checkLink(url, { request, pace: createPace(0).wait, known })
}

test('a page that responds to HEAD and GET is OK', async () => {
  const shop = await startShopSimulator()
  shop.on('/a', sendPage(page))
  const url = shop.at('shop.test', '/a')
  expect(await check(shop, url)).toMatchObject({ outcome: 'ok', reason: 'none', status: 200, finalUrl: url })
  expect(shop.requests).toEqual(['HEAD shop.test/a', 'GET shop.test/a'])
})

test.each([405, 501, 403, 404, 500])('HEAD with %i and GET with 200 is OK', async (status) => {
  const shop = await startShopSimulator()
  shop.on('/a', (request, response) =>
    (request.method === 'HEAD' ? sendStatus(status) : sendPage(page))(request, response),
  )
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({ outcome: 'ok', status: 200 })
})

test('a server that closes the connection of HEAD is called with GET', async () => {
  const shop = await startShopSimulator()
  shop.on('/a', (request, response) => {
    if (request.method === 'HEAD') request.socket.destroy()
    else sendPage(page)(request, response)
  })
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({ outcome: 'ok' })
})

test.each([
  [404, 'broken', 'status'],
  [410, 'broken', 'status'],
  [500, 'broken', 'status'],
  [502, 'broken', 'status'],
  [401, 'unchecked', 'sign-in'],
  [403, 'unchecked', 'not-for-robots'],
  [429, 'unchecked', 'not-for-robots'],
  [503, 'unchecked', 'not-for-robots'],
  [520, 'unchecked', 'not-for-robots'],
  [999, 'unchecked', 'not-for-robots'],
])('%i is %s', async (status, outcome, reason) => {
  const shop = await startShopSimulator()
  shop.on('/a', sendStatus(status))
  const found = await check(shop, shop.at('shop.test', '/a'))
  expect(found).toMatchObject({ outcome, reason, status, finalUrl: null })
  expect(found.busyHosts).toHaveLength(status === 429 || status === 503 ? 1 : 0)
})

test('redirects are followed over hosts, and a meta refresh is one', async () => {
  const shop = await startShopSimulator()
  shop.on('/go', redirectTo(shop.at('network.test', '/click?p=1')))
  shop.on('/click', sendPage(`<meta http-equiv="refresh" content="0; url=${shop.at('shop.test', '/cream#top')}">`))
  shop.on('/cream', sendPage(page))
  const found = await check(shop, shop.at('short.test', '/go'))
  expect(found).toMatchObject({ outcome: 'redirects', finalUrl: shop.at('shop.test', '/cream') })
  expect(found.chain).toEqual([
    { url: shop.at('short.test', '/go'), status: 302 },
    { url: shop.at('network.test', '/click?p=1'), status: 200 },
    { url: shop.at('shop.test', '/cream'), status: 200 },
  ])
})

test('a redirect that only adds a slash or www is OK', async () => {
  const shop = await startShopSimulator()
  shop.on('/a', redirectTo(shop.at('www.shop.test', '/a/')))
  shop.on('/a/', sendPage(page))
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({ outcome: 'ok' })
})

test('ten redirects are followed, eleven are not; loops end, and one with cookies says nothing', async () => {
  const shop = await startShopSimulator()
  for (let step = 0; step < 11; step++) shop.on(`/step/${step}`, redirectTo(`/step/${step + 1}`))
  shop.on('/step/11', sendPage(page))
  expect(await check(shop, shop.at('shop.test', '/step/1'))).toMatchObject({ outcome: 'redirects' })
  expect(await check(shop, shop.at('shop.test', '/step/0'))).toMatchObject({
    outcome: 'broken',
    reason: 'too-many-redirects',
  })
  shop.on('/one', redirectTo('/two'))
  shop.on('/two', redirectTo('/one'))
  expect(await check(shop, shop.at('shop.test', '/one'))).toMatchObject({ outcome: 'broken', reason: 'redirect-loop' })
  shop.on('/self', redirectTo('/self', { 'set-cookie': 'seen=1' }))
  expect(await check(shop, shop.at('shop.test', '/self'))).toMatchObject({ outcome: 'unchecked', reason: 'cookies' })
  shop.on('/nowhere', sendStatus(302))
  expect(await check(shop, shop.at('shop.test', '/nowhere'))).toMatchObject({
    outcome: 'broken',
    reason: 'bad-redirect',
  })
})

test.each([
  'http://10.0.0.1/',
  'http://169.254.169.254/latest',
  'http://[::1]/',
  'http://127.0.0.2/',
  'http://0x7f.1:1/',
])('a redirect to %s is not followed', async (target) => {
  const shop = await startShopSimulator()
  shop.on('/a', redirectTo(target))
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({
    outcome: 'unchecked',
    reason: 'private-address',
    finalUrl: null,
  })
  expect(shop.requests).toEqual(['HEAD shop.test/a'])
})

test('a redirect to a file or with a user name is not followed', async () => {
  const shop = await startShopSimulator()
  shop.on('/file', redirectTo('file:///etc/passwd'))
  expect(await check(shop, shop.at('shop.test', '/file'))).toMatchObject({ outcome: 'broken', reason: 'address' })
  shop.on('/user', redirectTo('http://me:pw@shop.test/'))
  expect(await check(shop, shop.at('shop.test', '/user'))).toMatchObject({ reason: 'credentials' })
})

test('a shop that drops what credits the owner in its own program has lost the tag', async () => {
  const shop = await startShopSimulator()
  shop.on('/one', redirectTo('/two'))
  shop.on('/two', sendPage(page))
  const lost = await check(shop, shop.at('shop.test', '/one?aff=dewlight'))
  expect(lost).toMatchObject({ outcome: 'tag-lost', reason: 'tag', finalUrl: shop.at('shop.test', '/two') })

  shop.on('/kept', redirectTo('/two?psc=1&aff=dewlight'))
  expect(await check(shop, shop.at('shop.test', '/kept?aff=dewlight'))).toMatchObject({ outcome: 'redirects' })
  // The shop keeps the value in a cookie.
  shop.on('/one', redirectTo('/two', { 'set-cookie': 'aff=dewlight; path=/' }))
  expect(await check(shop, shop.at('shop.test', '/one?aff=dewlight'))).toMatchObject({ outcome: 'redirects' })
})

test.each([
  'http://www.amazon.com:0/dp/B000000001?tag=dewlight-20',
  'http://amzn.to:0/3abc',
  'http://www.awin1.com:0/cread.php?awinmid=1&awinaffid=2&ued=http%3A%2F%2Fshop.test',
  'http://shop.test:0/cream?awc=1_2_3',
  'http://shopmy.us:0/p/1',
])('a redirect to %s ends the check', async (target) => {
  const shop = await startShopSimulator()
  const next = target.replace(':0', `:${new URL(shop.at('x.test', '')).port}`)
  for (const respond of [redirectTo(next), sendPage(`<meta http-equiv="refresh" content="0; url=${next}">`)]) {
    shop.on('/go', respond)
    expect(await check(shop, shop.at('short.test', '/go'))).toMatchObject({
      outcome: 'unchecked',
      reason: 'own-click',
      finalUrl: null,
      chain: [{ url: shop.at('short.test', '/go') }],
    })
  }
  expect(new Set(shop.requests.map((line) => line.split(' ')[1]))).toEqual(new Set(['short.test/go']))
})

test('a redirect within Amazon that only names the button is followed', async () => {
  const shop = await startShopSimulator()
  shop.on('/dp/B000000001', redirectTo('/dp/B000000002/ref=nav_1?ref_=x'))
  shop.on('/dp/B000000002/ref=nav_1', sendPage(page))
  expect(await check(shop, shop.at('www.amazon.com', '/dp/B000000001?tag=dewlight-20'))).toMatchObject({
    outcome: 'redirects',
  })
})

test.each([
  ['<title>Page Not Found | Shop</title>', 'gone', 'not-found'],
  ['<title>Shop</title><h1>Sorry</h1><p>This product is no longer available.</p>', 'gone', 'not-found'],
  ['<title>Cream</title><h1>Cream</h1><p>This item is currently unavailable.</p>', 'out-of-stock', 'out-of-stock'],
  [
    '<title>Cream</title><script type="application/ld+json">{"offers":{"availability":"https:\\/\\/schema.org\\/OutOfStock"}}</script>',
    'out-of-stock',
    'out-of-stock',
  ],
  ['<title>C</title><link itemprop="availability" href="http://schema.org/SoldOut">', 'out-of-stock', 'out-of-stock'],
  ['<title>C</title><meta property="product:availability" content="out of stock">', 'out-of-stock', 'out-of-stock'],
  [
    '<title>C</title><script type="application/ld+json">[{"availability":"InStock"},{"availability":"OutOfStock"}]</script>',
    'ok',
    'none',
  ],
  ['<title>Just a moment...</title>', 'unchecked', 'captcha'],
  ['<title>Amazon.com</title><form action="/errors/validateCaptcha">', 'unchecked', 'captcha'],
  ['<title>Amazon.com</title><h4>Click the button below to continue shopping</h4>', 'unchecked', 'captcha'],
  ['<title>Sorry! Something went wrong!</title><p>Meet the dogs of Amazon</p>', 'unchecked', 'captcha'],
  ['<iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful.</iframe>', 'unchecked', 'captcha'],
  [`<script src="/_Incapsula_Resource?x=1"></script>${'<p>A jar of cream.</p>'.repeat(50)}`, 'ok', 'none'],
  [`<title>404 ml jar</title>${'<p>A jar of cream for every day.</p>'.repeat(100)}`, 'ok', 'none'],
  ['<title>404 - Shop</title>', 'gone', 'not-found'],
  ['<title>Error 404</title>', 'gone', 'not-found'],
  [`<title>Cream</title>${'<p>Good.</p>'.repeat(400)}<p>Page not found</p>`, 'ok', 'none'],
])('the page %s is %s', async (html, outcome, reason) => {
  const shop = await startShopSimulator()
  shop.on('/a', sendPage(html))
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({ outcome, reason })
})

test('a product that leads to the home page of its shop is gone', async () => {
  const shop = await startShopSimulator()
  shop.on('/cream', redirectTo('/en/'))
  shop.on('/en/', sendPage(page))
  shop.on('/', sendPage(page))
  expect(await check(shop, shop.at('shop.test', '/cream'))).toMatchObject({ outcome: 'gone', reason: 'home-page' })
  expect(await check(shop, shop.at('shop.test', '/'))).toMatchObject({ outcome: 'ok' })
})

test('a page with a short name is not the home page of its shop', async () => {
  const shop = await startShopSimulator()
  shop.on('/cream', redirectTo('/ok'))
  shop.on('/ok', sendPage(page))
  expect(await check(shop, shop.at('shop.test', '/cream'))).toMatchObject({ outcome: 'redirects' })
})

test('a server that never responds to HEAD is called with GET', async () => {
  const shop = await startShopSimulator({ timeoutMs: 300 })
  shop.on('/a', (request, response) => {
    if (request.method !== 'HEAD') sendPage(page)(request, response)
  })
  expect(await check(shop, shop.at('shop.test', '/a'))).toMatchObject({ outcome: 'ok' })
})

test('an unchanged page is not read again', async () => {
  const shop = await startShopSimulator()
  shop.on('/a', (request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else sendPage(page, { etag: '"1"' })(request, response)
  })
  const url = shop.at('shop.test', '/a')
  const first = await check(shop, url)
  expect(first).toMatchObject({ outcome: 'ok', etag: '"1"' })
  const again = await check(shop, url, { ...first, lastModified: null })
  expect(again).toMatchObject({ outcome: 'ok', status: 304, finalUrl: url, etag: '"1"' })
  expect(shop.requests.slice(2)).toEqual(['HEAD shop.test/a'])
  // A link that was broken is read as if for the first time.
  expect(await check(shop, url, { ...first, outcome: 'broken' })).toMatchObject({ outcome: 'ok', status: 200 })
})

test('an unexpected error counts as no check, and a redirect to an endless address is none', async () => {
  const shop = await startShopSimulator()
  const failing = () => Promise.reject(new Error('unexpected'))
  expect(await checkLink('http://shop.test/', { request: failing, pace: createPace(0).wait })).toMatchObject({
    outcome: 'unchecked',
    reason: 'response',
  })
  shop.on('/long', redirectTo(`/${'x'.repeat(5000)}`))
  expect(await check(shop, shop.at('shop.test', '/long'))).toMatchObject({ outcome: 'broken', reason: 'bad-redirect' })
})

test('time-outs and lost connections say nothing about a page; a missing domain does', async () => {
  const shop = await startShopSimulator({ timeoutMs: 300 })
  shop.on('/silent', () => {})
  expect(await check(shop, shop.at('shop.test', '/silent'))).toMatchObject({ outcome: 'unchecked', reason: 'timeout' })
  shop.on('/reset', (request) => request.socket.destroy())
  expect(await check(shop, shop.at('shop.test', '/reset'))).toMatchObject({ outcome: 'unchecked', reason: 'response' })
  expect(await check(shop, 'http://shop.gone/')).toMatchObject({ outcome: 'broken', reason: 'dns', status: null })
})

import { answerApi, expect, open, test } from './site-test.ts'

test('2 Affiliate links: the new tab has no opener, the page stays, and the server takes the click in', {
  tag: '@gate',
}, async ({ page, context }) => {
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  )
  await open(page, '/shop')
  const answered = page.waitForResponse('**/api/analytics/click')
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: /^Shop Now/ })
      .first()
      .click(),
  ])
  await expect(popup).toHaveURL('https://shop.example/linnet-row-vitamin-c-morning-serum?ref=dewlight')
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  await expect(page).toHaveURL('/shop')
  expect((await answered).status()).toBe(202)
})

test('7 Affiliate click on home, in the shop and among results: {linkId, productId, postId} is sent', {
  tag: '@gate',
}, async ({ page, context }) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  const sent = await answerApi(page, '/api/analytics/click', {}, 202)
  const products = (await (await page.request.get('/api/products?limit=100')).json()) as { id: number; name: string }[]
  for (const [path, label] of [
    ['/', 'Shop Now'],
    ['/shop', 'Shop Now'],
    ['/search?q=Linnet', 'Buy now'],
  ] as const) {
    await test.step(path, async () => {
      sent.length = 0
      await open(page, path)
      const link = page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${label}`) })
        .first()
      const name = (await link.textContent())!.replace(/^.*?: | \(opens.*$/g, '')
      await link.click()
      await expect.poll(() => sent.length).toBe(1)
      const body = sent[0]!.body as Record<string, unknown>
      expect(Object.keys(body).sort()).toEqual(['linkId', 'placement', 'postId', 'productId'])
      expect(body.linkId).toEqual(expect.stringMatching(/^[\w.:-]+$/))
      expect(body.postId).toBeNull()
      expect(products.find(({ id }) => id === body.productId)?.name).toBe(name)
    })
  }
})

test.describe('when it is not taken in', () => {
  test.use({ expectedProblems: /status of 500|click/i })

  test('8 Analytics click failure: logged to the console only, the user sees nothing', { tag: '@gate' }, async ({
    page,
    context,
    problems,
  }) => {
    await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
    await answerApi(page, '/api/analytics/click', { message: 'Broken on purpose' }, 500)
    await open(page, '/shop')
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page
        .getByRole('link', { name: /^Shop Now/ })
        .first()
        .click(),
    ])
    await expect(popup).toHaveURL(/^https:\/\/shop\.example/)
    await expect.poll(() => problems.some((text) => /click/i.test(text))).toBe(true)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
  })
})

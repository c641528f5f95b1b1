import { answerApi, expect, open, test } from './site-test.ts'

for (const [path, label, count] of [
  ['/', 'Shop Now', 4],
  ['/shop', 'Shop Now', 24],
  ['/search?q=sunscreen', 'Buy now', undefined],
] as const) {
  test(`2 Affiliate links: on ${path} they open in a new tab with no opener and are marked as sponsored`, async ({
    page,
  }) => {
    await page.goto(path)
    const links = page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}`) })
    await expect(links.first()).toBeVisible()
    if (count) await expect(links).toHaveCount(count)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('href', /^https:\/\/[a-z]+\.example\//)
      expect((await link.getAttribute('rel'))!.split(' ')).toEqual(
        expect.arrayContaining(['noopener', 'sponsored', 'nofollow']),
      )
    }
  })
}

test('2 Affiliate links: the new tab has no opener, and the page stays', async ({ page, context }) => {
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  )
  await answerApi(page, '/api/analytics/click', {}, 202)
  await open(page, '/shop')
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
})

for (const [path, label] of [
  ['/', 'Shop Now'],
  ['/shop', 'Shop Now'],
  ['/search?q=Linnet', 'Buy now'],
] as const) {
  test(`7 Affiliate click on ${path}: {linkId, productId, postId} is sent`, async ({ page, context }) => {
    await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
    const sent = await answerApi(page, '/api/analytics/click', {}, 202)
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
    const products = (await (await page.request.get('/api/products?limit=100')).json()) as {
      id: number
      name: string
    }[]
    expect(products.find(({ id }) => id === body.productId)?.name).toBe(name)
  })
}

test('7 Affiliate click: the server takes it in', async ({ page, context }) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  await open(page, '/shop')
  const answered = page.waitForResponse('**/api/analytics/click')
  await page
    .getByRole('link', { name: /^Shop Now/ })
    .nth(2)
    .click()
  expect((await answered).status()).toBe(202)
})

test.describe('when it is not taken in', () => {
  test.use({ expectedProblems: /status of 500|click/i })

  test('8 Analytics click failure: logged to the console only, the user sees nothing', async ({
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

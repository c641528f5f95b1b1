import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { expect, open, test } from './site-test.ts'

test('the owner sees a draft as it will be published, and the owner’s clicks are not counted', {
  tag: '@gate',
}, async ({ page, context, browser, baseURL }) => {
  await signInAsOwner(page)
  const products = (await (await page.request.get('/api/products?limit=1')).json()) as { id: number; name: string }[]
  const draft = await createFixturePost(page.request, {
    title: 'A draft with a product in it',
    excerpt: 'What it is about, in a sentence.',
    content: `<h2>First of all</h2><p>Some words that are long enough to be an article.</p><div data-product-id="${products[0]!.id}"></div>`,
    publishedAt: null,
  })
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  const reported: string[] = []
  page.on('request', (request) => request.url().includes('/analytics/') && reported.push(request.url()))
  await open(page, `/preview/${draft.id}`)
  await expect(page.getByText('Preview – not public')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A draft with a product in it')
  await expect(page.getByText('What it is about, in a sentence.')).toBeVisible()
  await expect(page).toHaveTitle('Preview: A draft with a product in it')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  const box = page.locator('[data-product-box]')
  await expect(box).toContainText(products[0]!.name)
  await Promise.all([context.waitForEvent('page'), box.getByRole('link', { name: /^Shop Now/ }).click()])
  expect(reported).toEqual([])
  await test.step('an anonymous visitor is sent to the fallback screen, and learns nothing of the draft', async () => {
    const reader = await (await browser.newContext({ baseURL: baseURL! })).newPage()
    const answer = await reader.goto(`/preview/${draft.id}`)
    expect(await answer!.text()).not.toContain('A draft with a product')
    expect(answer!.headers()['cache-control']).toBe('private, no-store')
    await expect(reader).toHaveURL('/not-found')
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    expect(await (await reader.request.get('/robots.txt')).text()).toContain('Disallow: /preview/')
    await reader.context().close()
  })
  await deleteFixturePost(page.request, draft)
})

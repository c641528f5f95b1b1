import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signIn, signInAsOwner } from './owner.ts'
import { expect, nobodySignedIn, open, test } from './site-test.ts'

test('the owner sees a draft as it will be published, and the owner’s clicks are not counted', async ({
  page,
  context,
}) => {
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
  await deleteFixturePost(page.request, draft)
})

test.describe('an anonymous visitor', () => {
  test.use({ expectedProblems: nobodySignedIn })

  test('is sent to the fallback screen, and learns nothing of the draft', async ({ page, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL })
    await signIn(request)
    const draft = await createFixturePost(request, { title: 'A secret draft', publishedAt: null })
    const answer = await page.goto(`/preview/${draft.id}`)
    expect(await answer!.text()).not.toContain('secret')
    expect(answer!.headers()['cache-control']).toBe('private, no-store')
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /preview/')
    await deleteFixturePost(request, draft)
    await request.dispose()
  })
})

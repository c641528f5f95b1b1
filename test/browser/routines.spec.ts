import { type APIRequestContext, type Page, request } from '@playwright/test'
import type { Product } from '../../src/contract/products.ts'
import type { OwnerRoutine, RoutineStepInput } from '../../src/contract/routines.ts'
import { axeFor } from './axe.ts'
import { expect, test } from './isolated-test.ts'
import { open, pageMissing } from './site-test.ts'

test.describe.configure({ mode: 'default' })

type Step = Partial<RoutineStepInput> & Pick<RoutineStepInput, 'time' | 'kind'>

async function create(api: APIRequestContext, data: object): Promise<OwnerRoutine> {
  const answer = await api.post('/api/routines', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as OwnerRoutine
}

let calm: OwnerRoutine
let long: OwnerRoutine
let products: Product[]
const word = 'Donaudampfschifffahrt'.repeat(5)

test.beforeAll(async ({ isolatedSite }) => {
  const api = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  products = (await (await api.get('/api/products?limit=6')).json()) as Product[]
  const [one, two, three, four] = products.map(({ id }) => id)
  const words = { amount: 'A pea-sized amount', often: 'Every day', wait: 'One minute', why: 'It is mild and cheap.' }
  const steps: Step[] = [
    { time: 'morning', kind: 'Cleanser', productId: one, ...words, swapProductId: two, swap: 'Use the milk.' },
    { time: 'morning', kind: 'Moisturizer', productId: three, ...words },
    { time: 'morning', kind: 'Sunscreen', productId: four, ...words },
    { time: 'evening', kind: 'Cleanser', productId: one, ...words },
    { time: 'evening', kind: 'A glass of water', ...words },
    { time: 'evening', kind: 'Moisturizer', productId: three, ...words },
  ]
  calm = await create(api, {
    name: 'A calm routine for dry skin',
    summary: 'Six steps that I have kept for a year.',
    forWhom: 'For whoever feels tight after washing.',
    skinTypes: ['dry', 'sensitive'],
    concerns: ['Redness', 'Dryness'],
    steps,
  })
  long = await create(api, {
    name: `Long ${word}`,
    summary: word,
    forWhom: word,
    concerns: [word.slice(0, 40)],
    steps: [{ time: 'morning', kind: word.slice(0, 60), productId: one, amount: word, why: word, swap: word }],
  })
  await api.dispose()
})

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth)
}

test.describe('as a reader', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('the list leads to a routine with morning and evening, and the disclosure before the first affiliate link', async ({
    page,
  }) => {
    await open(page, '/routines')
    await expect(page.getByRole('heading', { level: 1, name: 'Routines' })).toBeVisible()
    await page.getByRole('link', { name: calm.name }).click()
    await expect(page).toHaveURL(`/routines/${calm.slug}`)
    await expect(page.getByRole('heading', { level: 1, name: calm.name })).toBeVisible()
    await expect(page).toHaveTitle(/^A calm routine for dry skin \| /)
    await expect(page.getByText('For dry and sensitive skin · Redness, Dryness')).toBeVisible()
    for (const [time, kinds] of [
      ['Morning', ['Cleanser', 'Moisturizer', 'Sunscreen']],
      ['Evening', ['Cleanser', 'A glass of water', 'Moisturizer']],
    ] as const) {
      const list = page.getByRole('region', { name: time })
      await expect(list.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText([...kinds])
    }
    const first = page.getByRole('region', { name: 'Morning' }).getByRole('listitem').first()
    const [cleanser] = products
    await expect(first.getByRole('link', { name: cleanser!.name, exact: true })).toHaveAttribute(
      'href',
      `/shop/${cleanser!.slug}`,
    )
    const shop = first.getByRole('link', { name: /^Shop Now/ })
    await expect(shop).toHaveAttribute('href', cleanser!.affiliateLink)
    await expect(shop).toHaveAttribute('rel', /sponsored/)
    await expect(first.getByRole('definition').first()).toHaveText('A pea-sized amount')
    await expect(first).toContainText('For sensitive skin: Use the milk.')
    await expect(page.getByText(/^All products together: \$\d/)).toBeVisible()
    const html = await page.content()
    expect(html.indexOf('This page contains affiliate links.')).toBeGreaterThan(0)
    expect(html.indexOf('This page contains affiliate links.')).toBeLessThan(html.indexOf('rel="sponsored'))
  })

  test('search engines get an ordered list, a breadcrumb and the pin', async ({ page }) => {
    await open(page, `/routines/${calm.slug}`)
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    )
    const list = data.find((each) => each['@type'] === 'ItemList')!
    expect(list).toMatchObject({ name: calm.name, numberOfItems: 6 })
    expect(list.itemListElement).toMatchObject([
      { position: 1, name: `Cleanser: ${products[0]!.name}`, url: expect.stringContaining('/shop/') },
      ...Array.from({ length: 3 }, (_, i) => ({ position: i + 2 })),
      { position: 5, name: 'A glass of water' },
      { position: 6 },
    ])
    expect(data.some((each) => each['@type'] === 'BreadcrumbList')).toBe(true)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/routines/${calm.slug}$`))
    const pin = new URL((await page.locator('meta[property="og:image"]').getAttribute('content'))!).pathname
    expect((await page.request.get(pin)).headers()['content-type']).toBe('image/png')
    await expect(page.getByRole('link', { name: /^Save to Pinterest/ })).toHaveAttribute('href', /share%2Froutines/)
  })

  test.describe(() => {
    test.use({ expectedProblems: pageMissing })

    test('a missing routine is a 404, and a former address redirects', async ({ page, isolatedSite }) => {
      expect((await page.goto('/routines/nothing'))?.status()).toBe(404)
      const owner = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
      const { id } = await create(owner, { name: 'Moved' })
      await owner.put(`/api/routines/${id}`, { data: { name: 'Moved', slug: 'has-moved' } })
      const moved = await page.request.get('/routines/moved', { maxRedirects: 0 })
      expect([moved.status(), moved.headers().location]).toEqual([301, '/routines/has-moved'])
      await owner.delete(`/api/routines/${id}`)
      expect((await page.goto('/routines/has-moved'))?.status()).toBe(404)
      expect((await page.goto('/routines?page=9'))?.status()).toBe(404)
      await owner.dispose()
    })
  })

  for (const width of [360, 768, 1280, 1920]) {
    test(`every page with routines is accessible and fits at ${width} px, long words too`, async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      for (const path of [
        '/routines',
        `/routines/${calm.slug}`,
        `/routines/${long.slug}`,
        '/routines/build',
        '/routines/build?skin=dry&concern=redness&budget=60',
      ]) {
        await open(page, path)
        await expectNoSidewaysScroll(page)
        expect(await findings(page), path).toEqual([])
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/${width}-${path.replace(/\W+/g, '-').slice(0, 40)}.png`,
            fullPage: true,
          })
      }
    })
  }

  test('dark colours keep their contrast', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of [`/routines/${calm.slug}`, '/routines/build?skin=dry']) {
      await open(page, path)
      expect(await findings(page), path).toEqual([])
    }
  })

  test('the printed card is one page with the routine alone', async ({ page }) => {
    await open(page, `/routines/${calm.slug}`)
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/print.png`, fullPage: true })
    await expect(page.getByRole('heading', { level: 1, name: calm.name })).toBeVisible()
    for (const shown of ['Cleanser', 'How much', `/shop/${products[0]!.slug}`, `/routines/${calm.slug}`])
      await expect(page.getByText(shown).first()).toBeVisible()
    await expect(page.locator('.routine-box').first()).toBeVisible()
    for (const hidden of ['header nav', 'footer', '.routine-actions', '.routine-shop'])
      await expect(page.locator(hidden).first()).toBeHidden()
  })

  test('each page loads less than 90 kB of JavaScript and less than 12 kB of HTML', async ({ page }) => {
    const scripts = new Set<string>()
    page.on('request', (sent) => {
      if (sent.resourceType() === 'script') scripts.add(sent.url())
    })
    const sizeOf = async (address: string) =>
      Number((await page.request.get(address, { headers: { 'accept-encoding': 'br' } })).headers()['content-length'])
    for (const path of ['/routines', `/routines/${calm.slug}`, '/routines/build?skin=dry']) {
      scripts.clear()
      await open(page, path)
      await page.waitForLoadState('networkidle')
      let total = 0
      for (const address of scripts) total += await sizeOf(address)
      console.log(
        `${(total / 1000).toFixed(2)} kB of JavaScript, ${((await sizeOf(path)) / 1000).toFixed(2)} kB of HTML: ${path}`,
      )
      expect.soft(total, path).toBeGreaterThan(30_000)
      expect.soft(total, path).toBeLessThan(90_000)
      expect.soft(await sizeOf(path), path).toBeLessThanOrEqual(12_000)
    }
  })

  test('the browser prints from the button', async ({ page }) => {
    await open(page, `/routines/${calm.slug}`)
    const printed = page.evaluate(
      () => new Promise((resolve) => Object.assign(window, { print: () => resolve('yes') })),
    )
    await page.getByRole('button', { name: 'Print this routine' }).click()
    expect(await printed).toBe('yes')
  })

  test('a reader builds her routine, keeps it in her browser, comes back to it and lets it go', async ({ page }) => {
    await open(page, '/routines')
    await page.getByRole('link', { name: 'Build one for your skin' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Build your routine' })).toBeVisible()
    await page.getByRole('radio', { name: 'Dry' }).check()
    await page.getByRole('checkbox', { name: 'Redness' }).check()
    await page.getByRole('checkbox', { name: 'Dryness' }).check()
    await page.getByLabel(/^Your budget in USD/).fill('500')
    await page.getByRole('button', { name: 'Build my routine' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Your routine' })).toBeVisible()
    await expect(page.getByText('Dry skin, Dryness, Redness, up to $500.00').first()).toBeVisible()
    await expect(page.getByText('Based on A calm routine for dry skin')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Dry' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Redness' })).toBeChecked()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByText('Your choices are kept in this browser only.')).toBeVisible()
    expect(await page.context().cookies()).toEqual([])

    await open(page, '/routines/build')
    await expect(page.getByText('Last time you chose: Dry skin, Dryness, Redness, up to $500.00.')).toBeVisible()
    await page.getByRole('link', { name: 'Show my routine' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Your routine' })).toBeVisible()
    await page.getByRole('button', { name: 'Forget' }).click()
    await expect(page.getByText('Your choices are forgotten; only the address still holds them.')).toBeVisible()
    await open(page, '/routines/build')
    await expect(page.getByText('Last time you chose')).toHaveCount(0)
  })

  test('a budget that is too small leaves steps out and says so', async ({ page }) => {
    await open(page, '/routines/build?skin=dry&budget=1')
    await expect(page.getByText('Left out: nothing of mine for this step fits your budget.').first()).toBeVisible()
    await expect(page.getByText(/No product stands in this routine\. Left out: .*Cleanser/)).toBeVisible()
    await expect(page.getByText('This page contains affiliate links.')).toHaveCount(0)
  })

  test('no combination of choices is cached, and other parameters change nothing', async ({ page }) => {
    const answer = await page.request.get(
      '/routines/build?budget=050&skin=dry&concern=redness&concern=nope&utm=x&skin=oily',
    )
    expect(answer.headers()['cache-control']).toBe('private, no-cache')
    const html = await answer.text()
    expect(html).toMatch(/Dry skin, redness, up to \$50\.00/i)
    const plain = await page.request.get('/routines/build?skin=purple&budget=-3&concern=~~~')
    expect(plain.status()).toBe(200)
    expect(await plain.text()).not.toContain('id="routine-result"')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } })

  test('a routine is complete, and one can be built', async ({ page }) => {
    await page.goto(`/routines/${calm.slug}`)
    await expect(page.getByRole('region', { name: 'Evening' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Print this routine' })).toBeHidden()
    await page.goto('/routines/build')
    await page.getByText('Sensitive', { exact: true }).click()
    await page.getByText(/^redness$/i).click()
    await page.getByText(/^dryness$/i).click()
    await page.getByRole('button', { name: 'Build my routine' }).click()
    await expect(page).toHaveURL(/skin=sensitive&concern=dryness&concern=redness&budget=$/)
    await expect(page.getByText('Sensitive skin, Dryness, Redness').first()).toBeVisible()
    await expect(page.getByText('My swap for sensitive skin.').first()).toBeVisible()
    await expect(page.getByText('Your choices are kept')).toHaveCount(0)
  })
})

test('without routines the pages say so and are not indexed', async ({ page, isolatedSite }) => {
  const owner = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  const ids = ((await (await owner.get('/api/routines')).json()) as OwnerRoutine[]).map(({ id }) => id)
  await owner.post('/api/routines/deactivate', { data: { ids } })
  await open(page, '/routines')
  await expect(page.getByText('No routines yet. Check back soon!')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await open(page, '/routines/build?skin=dry')
  await expect(page.getByText('There is no routine to build from yet. Check back soon!')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await owner.post('/api/routines/activate', { data: { ids } })
  await owner.dispose()
})

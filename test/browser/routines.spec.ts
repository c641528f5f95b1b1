import { type APIRequestContext, type Page, request } from '@playwright/test'
import type { OwnerRoutine, RoutineStepInput } from '../../src/contract/content/routines.ts'
import type { Product } from '../../src/contract/shop/products.ts'
import { axeFor } from './axe.ts'
import { expect, test } from './isolated-test.ts'
import { open } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

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

  const widths = [360, 768, 1280, 1920]
  const paths = () => [
    '/routines',
    `/routines/${calm.slug}`,
    `/routines/${long.slug}`,
    '/routines/build',
    '/routines/build?skin=dry&concern=redness&budget=60',
  ]

  // The gate checks these screens in `accessibility.spec.ts`.
  test('every page with routines fits from 360 to 1920 px, long words too', async ({ page }) => {
    for (const path of paths()) {
      await open(page, path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/${width}-${path.replace(/\W+/g, '-').slice(0, 40)}.png`,
            fullPage: true,
          })
      }
    }
  })

  for (const width of widths) {
    test(`every page with routines is accessible at ${width} px`, async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      for (const path of paths()) {
        await open(page, path)
        expect(await findings(page), path).toEqual([])
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

  test('the button prints a card, which is one page with the routine alone', { tag: '@gate' }, async ({ page }) => {
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
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }))
    await page.getByRole('button', { name: 'Print this routine' }).click()
    await expect.poll(() => page.evaluate(() => 'isPrinted' in window)).toBe(true)
  })

  test('each page loads less than 80 kB of JavaScript and less than 12 kB of HTML', async ({ page }) => {
    const scripts = new Set<string>()
    page.on('request', (sent) => {
      if (sent.resourceType() === 'script') scripts.add(sent.url())
    })
    const requestsEnded = trackRequests(page)
    const sizeOf = async (address: string) =>
      Number((await page.request.get(address, { headers: { 'accept-encoding': 'br' } })).headers()['content-length'])
    for (const path of ['/routines', `/routines/${calm.slug}`, '/routines/build?skin=dry']) {
      scripts.clear()
      await open(page, path)
      await requestsEnded()
      let total = 0
      for (const address of scripts) total += await sizeOf(address)
      console.log(
        `${(total / 1000).toFixed(2)} kB of JavaScript, ${((await sizeOf(path)) / 1000).toFixed(2)} kB of HTML: ${path}`,
      )
      expect.soft(total, path).toBeGreaterThan(30_000)
      expect.soft(total, path).toBeLessThan(80_000)
      expect.soft(await sizeOf(path), path).toBeLessThanOrEqual(12_000)
    }
  })

  test('a reader builds her routine, keeps it in her browser, comes back to it and lets it go', {
    tag: '@gate',
  }, async ({ page }) => {
    await open(page, '/routines')
    await page.getByRole('link', { name: calm.name }).first().click()
    await expect(page).toHaveURL(`/routines/${calm.slug}`)
    await expect(page).toHaveTitle(/^A calm routine for dry skin \| /)
    const morning = page.getByRole('region', { name: 'Morning' }).getByRole('listitem')
    await expect(morning.getByRole('heading', { level: 3 })).toHaveText(['Cleanser', 'Moisturizer', 'Sunscreen'])
    await page.goBack()
    await page.getByRole('link', { name: 'Build one for your skin' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Build your routine' })).toBeVisible()
    await page.getByRole('radio', { name: 'Dry' }).check()
    await page.getByRole('checkbox', { name: 'Redness' }).check()
    await page.getByRole('checkbox', { name: 'Dryness' }).check()
    await page.getByLabel(/^Your budget in USD/).fill('500')
    await page.getByRole('button', { name: 'Build my routine' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Your routine' })).toBeFocused()
    await expect(page).toHaveTitle(/^Your routine \| /)
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
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } })

  test('there is no button to print', async ({ page }) => {
    await page.goto(`/routines/${calm.slug}`)
    await expect(page.getByRole('region', { name: 'Evening' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Print this routine' })).toBeHidden()
  })
})

test('the page to build a routine is accessible without routines', async ({ page, isolatedSite }) => {
  const owner = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  const ids = ((await (await owner.get('/api/routines')).json()) as OwnerRoutine[]).map(({ id }) => id)
  await owner.post('/api/routines/deactivate', { data: { ids } })
  await open(page, '/routines/build?skin=dry')
  await expect(page.getByText('There is no routine to build from yet. Check back soon!')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await owner.post('/api/routines/activate', { data: { ids } })
  await owner.dispose()
})

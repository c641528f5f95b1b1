import type { Page } from '@playwright/test'
import { kinds } from '../site/pages.ts'
import { axeFor } from './axe.ts'
import { answerApi, expect, failApi, follow, holdApi, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of (?:401|404|500)|^500: Broken on purpose$/ })

const widths = [360, 1280]

const extra = ['/search?q=xylophone', '/shop?category=Nothing', '/newsletter?subscribed=1', '/admin']
const screens = [...kinds.map((kind) => kind.path), ...extra]

for (const part of [0, 1]) {
  const paths = screens.filter((_, at) => at % 2 === part)
  test(`15 Accessibility: no WCAG 2.2 AA finding at 1280 px, and nothing scrolls sideways at any width: ${paths.join(', ')}`, {
    tag: '@gate',
  }, async ({ page }) => {
    test.slow()
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, path)
      expect.soft(await findings(page), path).toEqual([])
      for (const width of [360, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
    }
  })
}

test('15 Accessibility: no finding on the main pages in dark colours', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    '/',
    '/blog',
    '/blog/retinol-for-beginners',
    '/shop',
    '/shop/linnet-row-vitamin-c-morning-serum',
    '/contact',
  ]) {
    await open(page, path)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect.soft(isDark(background), `${path}: ${background}`).toBe(true)
    expect.soft(await findings(page), path).toEqual([])
  }
})

for (const path of screens) {
  test(`15 Accessibility: ${path} has no WCAG 2.2 AA finding at 360 px`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await open(page, path)
    expect(await findings(page)).toEqual([])
  })
}

for (const name of ['Menu', 'Search']) {
  test(`15 Accessibility: no finding with ${name} open`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open(page, '/')
    await page.getByRole('banner').locator('summary, button[aria-expanded]').filter({ hasText: name }).click()
    await expect(page.getByRole('banner').getByRole('searchbox')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
}

for (const [status, words] of [
  [201, 'Subscription successful!'],
  [500, 'Subscription failed'],
] as const) {
  test(`15 Accessibility: no finding with the toast '${words}' shown`, async ({ page }) => {
    await answerApi(page, '/api/subscribers', { message: 'Broken on purpose' }, status)
    await open(page, '/newsletter')
    await page.getByLabel('Email').fill('ada@mail.example')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText(words)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // Hovering keeps the toast open during the analysis.
      await toast.hover()
      expect.soft(await findings(page), `at ${width} px`).toEqual([])
      const { x, width: wide } = (await toast.boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + wide).toBeLessThanOrEqual(width)
    }
  })
}

test('15 Accessibility: no finding with form errors shown', async ({ page }) => {
  await open(page, '/')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const [name, button] of [
      ['Newsletter', 'Subscribe'],
      ['Contact', 'Send Message'],
    ] as const) {
      const form = page.getByRole('form', { name })
      await form.getByRole('button', { name: button }).click()
      await expect(form.getByText('Please enter a valid email address')).toBeVisible()
    }
    expect.soft(await findings(page), `at ${width} px`).toEqual([])
  }
})

test('15 Accessibility: no finding while lists are loading, and none when they failed', async ({ page }) => {
  await failApi(page, /\/api\/(?:posts|products)/)
  const release = await holdApi(page, /\/api\/(?:posts|products)/)
  await open(page, '/about')
  await follow(page, '/')
  await expect(page.locator('main .skeleton').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  release()
  await expect(page.getByRole('alert')).toHaveCount(2)
  expect(await findings(page)).toEqual([])
})

test('15 Motion: nothing moves with prefers-reduced-motion', { tag: '@gate' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/')
  await page.getByRole('banner').locator('summary, button[aria-expanded]').filter({ hasText: 'Menu' }).click()
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect!.getComputedTiming().duration))),
  )
  expect(longest).toBeLessThan(20)
})

function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return Math.max(red, green, blue) < 100
}

/** The violations of axe, as rule and selector. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

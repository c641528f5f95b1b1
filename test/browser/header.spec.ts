import type { Page } from '@playwright/test'
import { kinds } from '../site/pages.ts'
import { expect, hydrated, open, pageMissing, test } from './site-test.ts'

test.describe('on every page', () => {
  test.use({ expectedProblems: pageMissing })

  test('2 Every page: a sticky header and a footer', async ({ page }) => {
    test.slow()
    for (const { path } of kinds) await expectStickyHeader(page, path)
  })
})

test('2 Article and shop: a sticky header and a footer', { tag: '@gate' }, async ({ page }) => {
  for (const path of ['/blog/retinol-for-beginners', '/shop']) await expectStickyHeader(page, path)
})

test('2 Header: the name in the logo is not cut off', async ({ page }) => {
  await open(page, '/about')
  const logo = page.getByRole('banner').getByRole('link', { name: 'Dewlight' })
  const shown = await logo.screenshot()
  await logo.getByText('Dewlight').evaluate((name) => {
    name.style.overflow = 'visible'
  })
  expect((await logo.screenshot()).equals(shown)).toBe(true)
})

const entries = [
  ['/', 'Home'],
  ['/blog', 'Blog'],
  ['/blog/retinol-for-beginners', 'Blog'],
  ['/blog/category/routines', 'Blog'],
  ['/shop', 'Shop Products'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const

test('2 Header: the current entry is highlighted', async ({ page }) => {
  for (const [path, label] of entries) {
    await page.goto(path)
    const navigation = mainNavigation(page)
    await expect.soft(navigation.locator('[aria-current]'), path).toHaveText([label])
    const look = (name: string) =>
      navigation
        .getByRole('link', { name, exact: true })
        .evaluate((link) => `${getComputedStyle(link).color} ${getComputedStyle(link).fontWeight}`)
    const others = ['Home', 'About'].filter((name) => name !== label)
    for (const other of others) expect.soft(await look(label), path).not.toBe(await look(other))
  }
})

test('2 Header: the highlight follows a navigation in the app', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/')
  const styleOf = (name: string) =>
    mainNavigation(page)
      .getByRole('link', { name, exact: true })
      .evaluate((link) => `${getComputedStyle(link).color} ${getComputedStyle(link).fontWeight}`)
  const current = await styleOf('Home')
  expect(current).not.toBe(await styleOf('About'))
  await mainNavigation(page).getByRole('link', { name: 'About' }).click()
  await expect(mainNavigation(page).locator('[aria-current]')).toHaveText(['About'])
  // Without the colour of hovering.
  await page.mouse.move(5, 600)
  await expect.poll(() => styleOf('About')).toBe(current)
  await expect.poll(() => styleOf('Home')).not.toBe(current)
  await page.getByRole('banner').getByRole('link', { name: 'Dewlight' }).click()
  await expect(page).toHaveURL('/')
})

test('2 Header: submitting a search goes to /search?q={term}, with the button too, and blank input does nothing', {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const box = page.getByRole('banner').getByRole('searchbox')
  await test.step('blank input', async () => {
    await box.fill('   ')
    await box.press('Enter')
    // A pending navigation would end before this later one.
    await mainNavigation(page).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('Enter', async () => {
    await box.fill('retinol')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=retinol')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "retinol"')
  })
  await test.step('the button, with a term that is trimmed and typed while the next page loads', async () => {
    // Typed before React renders the page of the new address.
    await page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('nav a[href="/about"]')!
      link.click()
      document.querySelector<HTMLInputElement>('header input[type="search"]')!.value = '  dry skin  '
    })
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Search Results')
    await expect(box).toHaveValue('  dry skin  ')
    await page.getByRole('banner').getByRole('search').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\?q=dry(?:%20|\+)skin$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "dry skin"')
  })
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('2 Header: a term with reserved characters arrives whole', async ({ page }) => {
  await open(page, '/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.fill('a&b=c #1 50% é+')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "a&b=c #1 50% é+"')
  expect(new URL(page.url()).searchParams.get('q')).toBe('a&b=c #1 50% é+')
})

test('2 Header: empty search input does nothing', async ({ page }) => {
  await open(page, '/about')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.fill('')
  await box.press('Enter')
  // A pending navigation would end before this later request.
  await mainNavigation(page).getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('2 Header: a phone has a search button that opens a search box', { tag: '@gate' }, async ({ page }) => {
    await open(page, '/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('searchbox')).toHaveCount(0)
    await toggle(page, 'Search').click()
    await expect(header.getByRole('searchbox')).toHaveAttribute('placeholder', 'Search skincare...')
    await expect(header.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('cleanser')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=cleanser')
    await expect(header.getByRole('searchbox')).toHaveCount(0)
  })

  test('2 Header: a phone has a menu toggle for a menu with the navigation and a search box', {
    tag: '@gate',
  }, async ({ page }) => {
    await open(page, '/')
    const header = page.getByRole('banner')
    const menuLink = header.getByRole('link', { name: 'About' })
    await expect(header.getByRole('link', { name: 'Shop Products' })).toHaveCount(0)
    await toggle(page, 'Menu').click()
    await expect(header.getByRole('navigation').getByRole('link')).toHaveText([
      'Home',
      'Blog',
      'Shop Products',
      'About',
      'Contact',
    ])
    await expect(header.locator('[aria-current]:visible')).toHaveText(['Home'])
    await expect(header.getByRole('link', { name: /Pinterest/ })).toBeVisible()
    await expect(header.getByRole('searchbox')).toBeVisible()
    await test.step('it closes with its toggle', async () => {
      await toggle(page, 'Menu').click()
      await expect(header.getByRole('searchbox')).toHaveCount(0)
    })
    await test.step('it closes on a click outside of it', async () => {
      await toggle(page, 'Menu').click()
      await expect(header.getByRole('searchbox')).toBeVisible()
      const outside = { x: 5, y: 640 }
      expect(
        await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('a, header'), outside),
      ).toBeNull()
      await page.mouse.click(outside.x, outside.y)
      await expect(header.getByRole('searchbox')).toHaveCount(0)
      await expect(page).toHaveURL('/')
    })
    await test.step('search and menu are not open at the same time', async () => {
      await toggle(page, 'Menu').click()
      await expect(menuLink).toBeVisible()
      await toggle(page, 'Search').click()
      await expect(menuLink).toHaveCount(0)
      await expect(header.getByRole('searchbox')).toHaveCount(1)
    })
    await test.step('it closes on navigation', async () => {
      await toggle(page, 'Menu').click()
      await menuLink.click()
      await expect(page).toHaveURL('/about')
      await expect(menuLink).toHaveCount(0)
    })
    await test.step('it closes on a navigation to the page that is shown', async () => {
      await toggle(page, 'Menu').click()
      await menuLink.click()
      await expect(menuLink).toHaveCount(0)
    })
  })

  test('2 Header: the menu slides down, below the header and over the page', async ({ page }) => {
    await open(page, '/')
    const before = await page.getByRole('heading', { level: 1 }).boundingBox()
    await toggle(page, 'Menu').click()
    const link = page.getByRole('banner').getByRole('link', { name: 'Contact' })
    await expect(link).toBeVisible()
    const animations = await link.evaluate((element) => {
      const names: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement) names.push(getComputedStyle(at).animationName)
      return names.filter((name) => name !== 'none')
    })
    expect(animations.length).toBeGreaterThan(0)
    expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
  })

  test('2 Header: the menu closes on a search', async ({ page }) => {
    await open(page, '/')
    await toggle(page, 'Menu').click()
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('serum')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=serum')
    await expect(page.getByRole('banner').getByRole('searchbox')).toHaveCount(0)
  })

  test('2 Header: blank input in the menu does nothing', async ({ page }) => {
    await open(page, '/about')
    await toggle(page, 'Menu').click()
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('  ')
    await box.press('Enter')
    await expect(box).toBeVisible()
    await expect(page).toHaveURL('/about')
  })
})

test('2 Header: a tablet shows the menu toggle too', { tag: '@gate' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/')
  await hydrated(page)
  await expect(mainNavigation(page)).toHaveCount(0)
  await toggle(page, 'Menu').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop Products' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(toggle(page, 'Menu')).toHaveCount(0)
  await expect(mainNavigation(page).first()).toBeVisible()
})

async function expectStickyHeader(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect.soft(page.getByRole('banner'), path).toBeVisible()
  await expect.soft(page.getByRole('contentinfo'), path).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.soft(page.getByRole('contentinfo'), path).toBeInViewport()
  expect.soft(await page.evaluate(() => window.scrollY), path).toBeGreaterThan(0)
  expect.soft((await page.getByRole('banner').boundingBox())?.y, path).toBe(0)
}

function mainNavigation(page: Page) {
  return page.getByRole('banner').getByRole('navigation')
}

/** The control that opens a part of the header; a `summary` has no implicit role. */
function toggle(page: Page, name: string) {
  return page.getByRole('banner').locator('summary:visible, button[aria-expanded]:visible').filter({ hasText: name })
}

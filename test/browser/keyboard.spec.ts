import type { Page } from '@playwright/test'
import { answerApi, expect, open, test } from './site-test.ts'

test("15 Keyboard: the first stop is 'Skip to content', which moves the focus into the page, then the header in its visible order", {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/')
  const names: string[] = []
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement!
        return (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim()
      }),
    )
  }
  expect(names).toEqual([
    'Dewlight',
    'Home',
    'Blog',
    'Shop Products',
    'About',
    'Contact',
    'Search',
    'Search',
    expect.stringMatching(/^Pinterest/),
  ])
  await skip.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Explore Skincare Guides' })).toBeFocused()
})

for (const [path, width, isInGate = false] of [
  ['/', 1280, true],
  ['/', 360],
  ['/blog/retinol-for-beginners', 1280],
  ['/shop', 360],
  ['/contact', 1280],
  ['/privacy-policy', 1280],
] as const) {
  test(`15 Keyboard: on ${path} at ${width} px every stop shows its focus, forth and back, and none is a trap`, {
    tag: isInGate ? '@gate' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, path)
    const forth = await walk(page, 'Tab')
    expect(forth.hidden).toEqual([])
    expect(forth.stops).toBeGreaterThan(15)
    const back = await walk(page, 'Shift+Tab')
    expect(back.hidden).toEqual([])
    expect(back.stops).toBe(forth.stops)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('15 Keyboard: the menu opens with Enter and closes with Escape, which returns the focus', {
    tag: '@gate',
  }, async ({ page }) => {
    await open(page, '/')
    const toggle = page.getByRole('banner').locator('summary, button[aria-expanded]').filter({ hasText: 'Menu' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner').getByRole('link', { name: 'About' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByRole('link', { name: 'About' })).toHaveCount(0)
    await expect(toggle).toBeFocused()
    await test.step('it closes when the focus leaves it', async () => {
      await toggle.click()
      await page
        .getByRole('banner')
        .getByRole('link', { name: /Pinterest/ })
        .focus()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('banner').getByRole('link', { name: 'About' })).toHaveCount(0)
    })
  })
})

test('15 Keyboard: a form is filled in and sent without a mouse', { tag: '@gate' }, async ({ page }) => {
  const sent = await answerApi(page, '/api/subscribers', {
    email: 'ada@mail.example',
    isActive: false,
    confirmation: 'later',
  })
  await open(page, '/newsletter')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@mail.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Before the first newsletter you get a mail to confirm it.')).toBeFocused()
  expect(sent.map(({ body }) => body)).toMatchObject([{ name: 'Ada', email: 'ada@mail.example' }])
  // Disabling the fields does not lose the focus position.
  expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
})

test('15 Keyboard: the honeypot is not focusable', async ({ page }) => {
  await open(page, '/contact')
  await page.getByLabel('Message').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
})

/** Tabs through the page until focus leaves it; `hidden` lists stops that are covered or have no visible focus ring. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = []
  await page.evaluate((isBack) => {
    const start = document.createElement('span')
    start.tabIndex = 0
    start.id = 'walk-start'
    if (isBack) document.body.append(start)
    else document.body.prepend(start)
    start.focus()
  }, key !== 'Tab')
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press(key)
    const problem = await page.evaluate(async () => {
      const focused = document.activeElement
      if (!focused || focused === document.body || focused.id === 'walk-start') return 'end'
      const name = `${focused.tagName} ${(focused.textContent || focused.getAttribute('name') || '').trim().slice(0, 40)}`
      const { outlineStyle, outlineWidth } = getComputedStyle(focused)
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1) return `${name}: no ring`
      const isSeen = () =>
        [...focused.getClientRects()].some((box) => {
          const x = box.left + box.width / 2
          return [0.15, 0.5, 0.85].some((share) => {
            const top = document.elementFromPoint(x, box.top + box.height * share)
            return top !== null && (focused.contains(top) || top.contains(focused))
          })
        })
      // Style changes are painted some frames later, even with short transitions.
      for (let frame = 0; frame < 30; frame++) {
        if (isSeen()) return undefined
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return `${name}: out of sight`
    })
    if (problem === 'end') {
      await page.evaluate(() => document.getElementById('walk-start')?.remove())
      return { stops, hidden }
    }
    if (problem) hidden.push(problem)
  }
  throw new Error('The focus never leaves the page')
}

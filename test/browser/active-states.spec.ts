import type { Locator, Page } from '@playwright/test'
import { findChange } from './changed-pixels.ts'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

// The preview of the appearance runs no script.
test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

const bold = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: /^Bold/ })

type Place = { name: string; state: string; open: (page: Page) => Promise<Locator> }

/** Each state of a control, and how to reach one that has it. */
const places: Place[] = [
  {
    name: 'an item of a menu',
    state: 'data-highlighted',
    open: async (page) => {
      await openAdmin(page, '/admin/posts')
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .press('Enter')
      const items = page.getByRole('menuitem')
      // The menu takes the focus after it is shown.
      await expect(items.first()).toHaveAttribute('data-highlighted')
      await page.keyboard.press('ArrowDown')
      await expect(items.nth(1)).toHaveAttribute('data-highlighted')
      return items.nth(1)
    },
  },
  {
    name: 'a tab',
    state: 'aria-selected',
    open: async (page) => {
      await openAdmin(page, '/admin/posts')
      return page.getByRole('tab', { selected: true })
    },
  },
  {
    name: 'a pressed tool',
    state: 'aria-pressed',
    open: async (page) => {
      await openAdmin(page, '/admin/posts/new')
      await page.locator('.rich-text').click()
      await page.keyboard.press('ControlOrMeta+b')
      await expect(bold(page)).toHaveAttribute('aria-pressed', 'true')
      return bold(page)
    },
  },
  {
    name: 'a block of the / menu',
    state: 'aria-selected',
    open: async (page) => {
      await openAdmin(page, '/admin/posts/new')
      await page.locator('.rich-text').click()
      await page.keyboard.type('/')
      return page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { selected: true })
    },
  },
  {
    name: 'a range of days',
    state: 'aria-pressed',
    open: async (page) => {
      await openAdmin(page, '/admin/analytics')
      return page.getByRole('button', { name: '30 days', pressed: true })
    },
  },
  {
    name: 'a width of the preview',
    state: 'aria-pressed',
    open: async (page) => {
      await openAdmin(page, '/admin/appearance')
      return page.getByRole('region', { name: 'Preview' }).getByRole('button', { pressed: true }).first()
    },
  },
  {
    name: 'a page of the settings',
    state: 'aria-current',
    open: async (page) => {
      await openAdmin(page, '/admin/settings/brand')
      return page.getByRole('tabpanel').locator('a[aria-current]')
    },
  },
  {
    name: 'a palette',
    state: 'checked',
    open: async (page) => {
      await openAdmin(page, '/admin/appearance')
      return page.getByRole('group', { name: 'Palette' }).getByRole('radio', { checked: true })
    },
  },
  {
    name: 'a product of the picker',
    state: 'aria-pressed',
    open: async (page) => {
      await openAdmin(page, '/admin/posts/new')
      await page.locator('.rich-text').click()
      await page.keyboard.type('/comparison')
      await page.keyboard.press('Enter')
      const product = page.getByRole('dialog').getByRole('listitem').getByRole('button').first()
      await product.click()
      await expect(product).toHaveAttribute('aria-pressed', 'true')
      return product
    },
  },
]

/** What changes in the box of the control, or of its label, without its state. */
async function changeOf(page: Page, control: Locator, state: string) {
  // The locator may find it by its state.
  const element = (await control.elementHandle())!
  await element.waitForElementState('stable')
  await element.scrollIntoViewIfNeeded()
  const box = await element.evaluate((node) => {
    const { x, y, width, height } = (
      node instanceof HTMLInputElement ? node.closest('label')! : node
    ).getBoundingClientRect()
    return { x, y, width, height }
  })
  const value = (await element.getAttribute(state)) ?? ''
  // Radix has an attribute of its own.
  const own = await element.getAttribute('data-state')
  const toggle = (isShown: boolean) =>
    element.evaluate(
      (node, [name, given, before, isOn]) => {
        if (node instanceof HTMLInputElement) node.checked = isOn
        else if (isOn) node.setAttribute(name, given)
        else node.removeAttribute(name)
        if (before) node.setAttribute('data-state', isOn ? before : 'inactive')
      },
      [state, value, own, isShown] as const,
    )
  const client = await page.context().newCDPSession(page)
  const change = await findChange(page, client, { boxes: [box], toggle, reach: 6 })
  await client.detach()
  return { ...change, side: Math.min(box.width, box.height) }
}

test('in forced colours what is highlighted, selected, pressed or current has a line around it', {
  tag: '@gate',
}, async ({ page }) => {
  test.slow()
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const { name, state, open: reach } of places) {
    const { part } = await changeOf(page, await reach(page), state)
    expect.soft(part, name).toBeGreaterThan(0.4)
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme} colours what is highlighted, selected, pressed or current has a line of 3:1`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { name, state, open: reach } of places) {
      const { count, side } = await changeOf(page, await reach(page), state)
      expect.soft(count, name).toBeGreaterThan(side)
    }
  })

/** Links of the public site that stand for the page or the filter that is shown. */
const currentLinks: Place[] = [
  {
    name: 'a link of the menu',
    state: 'aria-current',
    open: async (page) => {
      await open(page, '/about')
      return page.getByRole('banner').locator('a[aria-current]:visible').first()
    },
  },
  {
    name: 'a page of a list',
    state: 'aria-current',
    open: async (page) => {
      await open(page, '/blog')
      return page.locator('main a[aria-current]:visible').first()
    },
  },
  {
    name: 'a category of the shop',
    state: 'aria-current',
    open: async (page) => {
      await open(page, '/shop')
      return page.getByRole('navigation', { name: 'Product categories' }).locator('a[aria-current]')
    },
  },
]

test('in forced colours the current links of the site have a line around them, and buttons have a border', {
  tag: '@gate',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const { name, state, open: reach } of currentLinks) {
    const { part } = await changeOf(page, await reach(page), state)
    expect.soft(part, name).toBeGreaterThan(0.4)
  }
  await open(page, '/contact')
  await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCSS('border-top-width', '1px')
})

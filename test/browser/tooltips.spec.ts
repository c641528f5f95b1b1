import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

test('an icon button shows its name on hover, which can be pointed at, and on keyboard focus; Escape hides it', async ({
  page,
}) => {
  await page.clock.install()
  await openAdmin(page, '/admin/categories')
  const button = page.getByRole('button', { name: /^Move .* down$/ }).first()
  const name = (await button.getAttribute('aria-label'))!
  const tooltip = page.locator('[data-tooltip-text]')
  await expect(button).not.toHaveAttribute('title')
  await test.step('on hover, also of itself', async () => {
    await button.hover()
    await expect(tooltip).toHaveText(name)
    await tooltip.hover()
    await page.clock.fastForward(1000)
    await expect(tooltip).toBeVisible()
    await page.mouse.move(2, 2)
    await expect(tooltip).toHaveCount(0)
  })
  await test.step('on focus by the keyboard, until Escape', async () => {
    await page.keyboard.press('Tab')
    await button.focus()
    await expect(tooltip).toHaveText(name)
    const other = page.getByRole('button', { name: /^Move .* down$/ }).nth(1)
    await other.hover()
    await page.clock.fastForward(1000)
    await expect(tooltip).toHaveText((await other.getAttribute('aria-label'))!)
    await page.mouse.move(2, 2)
    await page.clock.fastForward(1000)
    await expect(tooltip).toHaveText(name)
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await test.step('on focus that scrolls, next to its button', async () => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.keyboard.press('Tab')
    await button.focus()
    await page.clock.fastForward(1000)
    await expect(tooltip).toHaveText(name)
    await expect
      .poll(async () => {
        const [tip, anchor] = [(await tooltip.boundingBox())!, (await button.boundingBox())!]
        return Math.min(Math.abs(tip.y - anchor.y - anchor.height), Math.abs(anchor.y - tip.y - tip.height))
      })
      .toBeLessThan(10)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('over a dialog', async () => {
    await page.getByRole('button', { name: 'New Category' }).click()
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await close.hover()
    await expect(tooltip).toHaveText('Close')
    await tooltip.hover({ trial: true })
    await expect(tooltip).toBeInViewport({ ratio: 1 })
  })
})

test('the name of a picture, which its tile may cut, shows on keyboard focus', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const tile = page.locator('li[data-name]').first()
  const name = (await tile.getAttribute('data-name'))!
  await tile.getByRole('button', { name: `Open ${name}` }).waitFor()
  await page.keyboard.press('Tab')
  await tile.getByRole('button', { name: `Open ${name}` }).focus()
  await expect(page.locator('[data-tooltip-text]')).toHaveText(name)
})

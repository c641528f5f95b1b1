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
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await expect(button).toBeFocused()
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

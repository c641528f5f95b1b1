import type { Page } from '@playwright/test'
import { expect, open, test } from './site-test.ts'

/** Notes what has the name of the cover when the browser has taken its picture of the old page, and of the new one. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const notes: string[] = []
    const nameOf = () =>
      [...document.querySelectorAll('.frame')]
        .filter((frame) => getComputedStyle(frame).viewTransitionName === 'cover')
        .map((frame) => (frame.closest('.story') ? 'card' : 'cover'))
        .join()
    // The limit of the wait, which a loaded machine may reach before the post is rendered.
    const wait = window.setTimeout
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => wait(run, ms === 500 ? 8_000 : ms),
    })
    const start = document.startViewTransition.bind(document)
    Object.assign(window, { notes })
    document.startViewTransition = (change) => {
      notes.push(nameOf())
      const transition = start(change)
      transition.ready.then(
        () => notes.push(nameOf()),
        (error: unknown) => notes.push(String(error)),
      )
      return transition
    }
  })
  return () => page.evaluate(() => (window as unknown as { notes: string[] }).notes)
}

test('the picture of a card grows into the cover of its post', { tag: '@gate' }, async ({ page }) => {
  const notes = await watchTransitions(page)
  await open(page, '/blog')
  const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(2)
  const title = (await link.textContent())!
  await link.hover()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect.poll(notes).toEqual(['card', 'cover'])
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
  expect(await notes()).toHaveLength(2)
})

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the post is there at once', async ({ page }) => {
    const notes = await watchTransitions(page)
    await open(page, '/blog')
    await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(2).click()
    await expect(page).toHaveURL(/\/blog\/./)
    await expect(page.locator('.post-cover')).toBeVisible()
    expect(await notes()).toEqual([])
  })
})

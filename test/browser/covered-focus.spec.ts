import type { Page } from '@playwright/test'
import { createFixturePost } from './fixture-posts.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { newName, newPicture } from './library.ts'
import { brokenPictures, contentOf } from './post-fixtures.ts'
import { open } from './site-test.ts'
import { dock } from './uploads.ts'

test.use({ expectedProblems: brokenPictures })

/** Uploads a picture and stays on the page, so that the dock lies over it. */
async function showDock(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload many' }).click()
  await (await chooser).setFiles([
    { name: `${newName('Dock')}.jpg`, mimeType: 'image/jpeg', buffer: await newPicture() },
  ])
  await expect(dock(page)).toContainText('1 picture uploaded')
}

/** What has the focus, with whether anything lies over all of it. */
function focused(page: Page): Promise<{ name: string; isCovered: boolean; isOutside: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    // A caption shows the focus of a control that is drawn in its place.
    const shown =
      element.getClientRects()[0] && element.offsetWidth > 2 ? element : (element.closest('label') ?? element)
    const { left, top, right, bottom } = shown.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
    )
    const seen = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    const isOver = (found: Element | null) =>
      found && !(shown.contains(found) || found.contains(shown) || found.closest('label')?.contains(shown))
    return {
      name: element.outerHTML.slice(0, 120),
      isCovered: seen.every(([x, y]) => isOver(document.elementFromPoint(x, y))),
      isOutside: element === document.body,
    }
  })
}

for (const [width, height] of [
  [1280, 800],
  [360, 640],
] as const)
  test(`with the uploads open no tab stop of the editor is covered, at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const post = await createFixturePost(page.request, {
      content: `${'<p>A paragraph of a post.</p>'.repeat(30)}<p><a href="/shop">The last one</a></p>`,
    })
    await openAdmin(page, '/admin/media')
    await showDock(page)
    await dock(page).getByRole('button', { name: 'Show the files' }).click()
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/admin/posts/${post.id}`)
    await expect(contentOf(page)).toBeVisible()
    await expect(dock(page)).toBeVisible()
    const covered: string[] = []
    await page.keyboard.press('Tab')
    let stops = 0
    for (; stops < 150; stops++) {
      const { name, isCovered, isOutside } = await focused(page)
      if (isOutside && stops > 0) break
      if (isCovered) covered.push(name)
      await page.keyboard.press('Tab')
    }
    expect(stops).toBeGreaterThan(15)
    expect(covered).toEqual([])
  })

test('at 400 % zoom bars of the admin take no more than a third of the window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const post = await createFixturePost(page.request, { content: '<p>A paragraph of a post.</p>'.repeat(30) })
  /** The pixels of the window's height over which an element lies that stays where it is. */
  const heightOfBars = () =>
    page.evaluate(() => {
      const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
        const { position } = getComputedStyle(element)
        return ['sticky', 'fixed'].includes(position) && element.checkVisibility() && element.offsetWidth > 160
      })
      const covers = (y: number) =>
        bars.some((bar) => {
          const { top, bottom } = bar.getBoundingClientRect()
          return top <= y && y < bottom
        })
      return Array.from({ length: innerHeight }, (_, y) => y).filter(covers).length
    })
  const scrolled = async () => {
    await page.evaluate(() => scrollTo(0, 900))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    return heightOfBars()
  }
  await openAdmin(page, '/admin/media')
  await showDock(page)
  expect(await scrolled()).toBeLessThanOrEqual(256 / 3)
  await openAdmin(page, `/admin/posts/${post.id}`)
  await expect(contentOf(page)).toBeVisible()
  expect(await scrolled()).toBeLessThanOrEqual(256 / 3)
})

test('at 400 % zoom the header of the site stays in sight and covers no tab stop', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, '/shop')
  const covered: string[] = []
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    const { name, isCovered } = await focused(page)
    if (isCovered) covered.push(name)
  }
  for (let stops = 0; stops < 20; stops++) {
    await page.keyboard.press('Shift+Tab')
    const { name, isCovered } = await focused(page)
    if (isCovered) covered.push(name)
  }
  expect(covered).toEqual([])
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  expect((await page.locator('.site-header').boundingBox())!.y).toBe(0)
})

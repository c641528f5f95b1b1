import { signInAsOwner } from './owner.ts'
import { expect, holdApi, open, test } from './site-test.ts'

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const)
  test(`at ${width} px the frame of the admin is there before any response of the API, and stays where it is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await signInAsOwner(page)
    // All but the style sheet, which the first paint waits for.
    const release = await holdApi(page, /\/api\/(?!appearance\/)/)
    await open(page, '/admin/products')
    const isRail = width >= 1024
    const pending = isRail
      ? page.getByRole('link', { name: 'Settings' })
      : page.locator('header').getByText('Products', { exact: true })
    await expect(pending).toBeVisible()
    await expect(page.getByText('Signed in as')).toHaveCount(0)
    const before = await pending.boundingBox()
    release()
    const drawn = isRail ? page.getByRole('tab', { name: 'Settings' }) : page.getByRole('button', { name: /^Menu: / })
    await expect(drawn).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
    const after = await drawn.boundingBox()
    expect([after!.x, after!.y, after!.height].map(Math.round)).toEqual(
      [before!.x, before!.y, isRail ? before!.height : after!.height].map(Math.round),
    )
  })

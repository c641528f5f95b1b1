import type { Page } from '@playwright/test'
import { blockClient, clientBlocked, clientFiles, delayClient, slowClient, trackScripts } from './before-client.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { uploadedImage } from './library.ts'
import { signInAsOwner } from './owner.ts'
import { openedWindows, recordWindows } from './popups.ts'
import { answerApi, expect, follow, hydrated, open, test } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

/** What a page does before the client has come, which loads only for what needs it. */

const toggle = (page: Page, name: string) => page.getByRole('banner').locator('summary').filter({ hasText: name })

test('a page that is read, scrolled, tapped and left by a link loads no client', { tag: '@gate' }, async ({ page }) => {
  const scripts = trackScripts(page)
  for (const path of ['/', '/blog/retinol-for-beginners', '/shop', '/shop/linnet-row-vitamin-c-morning-serum']) {
    await page.goto(path)
    await page.mouse.move(640, 600)
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, 400)
    await page.getByRole('contentinfo').getByRole('link').first().hover()
    await page.getByRole('main').locator('p').first().click()
    await follow(page, '/about')
    await expect(page).toHaveURL('/about')
  }
  expect(scripts.filter((name) => !/^(?:start|pin-board)$/.test(name))).toEqual([])
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('a swipe over a form loads no client, a tap in it does', async ({ page }) => {
    const scripts = trackScripts(page)
    await page.goto('/newsletter')
    const field = page.getByRole('form', { name: 'Newsletter' }).getByLabel('Email')
    const { x, y } = (await field.boundingBox())!
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x: x + 20, y: to }] })
    await touch('touchStart', y + 10)
    for (let way = 0; way < 200; way += 20) await touch('touchMove', y + 10 - way)
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    expect(scripts).toEqual(['start'])
    await field.tap()
    await hydrated(page)
    await expect(field).toBeFocused()
  })
})

test.describe('with the client three seconds late', () => {
  test.beforeEach(({ page }) => slowClient(page))

  test('the menu closes outside, on Escape and on a link, and the search gets the focus', { tag: '@gate' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/about')
    const menu = page.getByRole('banner').getByRole('navigation', { name: 'Menu' })
    await toggle(page, 'Menu').click()
    await expect(menu).toBeVisible()
    await page.mouse.click(180, 700)
    await expect(menu).toBeHidden()
    await toggle(page, 'Search').click()
    await expect(page.getByRole('banner').getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByRole('searchbox')).toHaveCount(0)
    await expect(toggle(page, 'Search')).toBeFocused()
    await toggle(page, 'Menu').click()
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test.describe('with the client blocked', () => {
  test.use({ expectedProblems: clientBlocked })
  test.beforeEach(({ page }) => blockClient(page))

  test('a click on an affiliate link is reported, with the left and the middle button', { tag: '@gate' }, async ({
    page,
    context,
  }) => {
    await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
    const sent = await answerApi(page, '/api/analytics/click', {}, 202)
    await page.goto('/shop/linnet-row-vitamin-c-morning-serum')
    const link = page
      .getByRole('main')
      .getByRole('link', { name: /^(?:Shop Now|Buy)/ })
      .first()
    for (const button of ['left', 'middle'] as const) {
      await link.click({ button })
      await expect.poll(() => sent.length).toBe(button === 'left' ? 1 : 2)
    }
    expect(sent[0]!.body).toMatchObject({ linkId: 'product-page', postId: null })
    expect(sent[1]!.body).toEqual(sent[0]!.body)
    await expect(page).toHaveURL('/shop/linnet-row-vitamin-c-morning-serum')
  })

  test('saving and sharing open what they do with it', { tag: '@gate' }, async ({ page }) => {
    await recordWindows(page)
    await page.goto('/blog/retinol-for-beginners')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /pin-board/.test(name)),
    )
    await page.getByRole('link', { name: /^Save this picture/ }).click()
    await expect.poll(() => openedWindows(page)).toHaveLength(1)
    expect((await openedWindows(page))[0]![2]).toContain('width=750,height=550')
    for (const name of [/^Share on X/, /^Share on Facebook/])
      await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  })
})

test('the blocks of a post are alive without the client, and stay so when it comes', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await browser.newPage({ baseURL: baseURL! })
  await signInAsOwner(owner)
  const figures = await Promise.all(
    ['Before', 'After'].map(async (alt) => {
      const { url } = await uploadedImage(owner, alt)
      return `<figure><img src="${url}" alt="${alt}" /><figcaption>${alt}</figcaption></figure>`
    }),
  )
  const video = '<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">How I wash my face</a></figure>'
  const content = `<p>About two pictures and a video, long enough for a post.</p><figure data-block="compare">${figures.join('')}</figure>${video}`
  const post = await createFixturePost(owner.request, { content })
  try {
    await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' }))
    const scripts = trackScripts(page)
    const requestsEnded = trackRequests(page)
    await page.goto(`/blog/${post.slug}`)
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('End')
    await page.locator('[data-block="video"] a').click()
    await expect(page.frameLocator('[data-block="video"] iframe').getByText('A player')).toBeVisible()
    expect(scripts).not.toContain('react')
    await hydrated(page)
    await expect(slider).toHaveValue('100')
    await expect(page.locator('[data-block="video"] iframe')).toHaveCount(1)
    expect(scripts.filter((name) => name === 'live-blocks')).toHaveLength(1)
    await test.step('opened again within the app, they begin as the server sent them', async () => {
      await follow(page, '/about')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
      await page.goBack()
      await expect(slider).toHaveValue('50')
      await page.keyboard.press('Tab')
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(slider).toHaveAttribute('aria-valuetext', /^0%/)
    })
    // The post is deleted, and its page may still load parts of it.
    await requestsEnded()
  } finally {
    await deleteFixturePost(owner.request, post)
    await owner.close()
  }
})

test('after a reload Back and Forward lead to the pages that were shown within the app', { tag: '@gate' }, async ({
  page,
}) => {
  await open(page, '/about')
  await follow(page, '/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  await page.reload()
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
  await page.goForward()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
})

test('a menu that is open when the client comes stays open, with what is typed in it', { tag: '@gate' }, async ({
  page,
}) => {
  const release = await delayClient(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [name, label] of [
    ['Search', 'Site'],
    ['Menu', 'Menu'],
  ] as const) {
    await page.goto('/blog')
    await toggle(page, name).click()
    const box = page.getByRole('search', { name: label }).getByRole('searchbox')
    await box.pressSequentially('toner')
    release()
    await hydrated(page)
    await expect(box).toBeVisible()
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('toner')
  }
  await page.getByRole('banner').getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Shop' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Menu' })).toBeHidden()
})

test('the client that comes late takes a page over where it is', async ({ page }) => {
  const release = await delayClient(page)
  await page.goto('/blog')
  const asked = page.waitForRequest(clientFiles)
  await page.getByRole('banner').getByRole('searchbox').focus()
  await asked
  await page.keyboard.type('toner')
  release()
  await hydrated(page)
  await expect(page.getByRole('banner').getByRole('searchbox')).toHaveValue('toner')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=toner')
})

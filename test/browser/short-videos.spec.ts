import type { Locator, Page } from '@playwright/test'
import type { EditablePost } from '../../src/contract/content/posts.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { uploadedImage } from './library.ts'
import { signInAsOwner } from './owner.ts'
import { test as base, expect, hydrated, open } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

const tikTok = 'https://www.tiktok.com/@scout2015/video/6718335390845095173'
const addresses = {
  youTube: 'https://youtu.be/aqz-KE-bpKQ',
  shorts: 'https://www.youtube.com/shorts/aqz-KE-bpKQ',
  vimeo: 'https://vimeo.com/76979871',
  tikTok,
  instagram: 'https://www.instagram.com/reel/CuZ-x_1AbCd/',
  pinterest: 'https://www.pinterest.com/pin/1234567890123456/',
}

function figure(address: string, poster = ''): string {
  const shape = /shorts|tiktok/.test(address) ? ' data-shape="upright"' : ''
  return `<figure data-block="video"${shape}><a href="${address}">${poster}My morning</a></figure>`
}

type Shown = { posts: EditablePost[]; all: EditablePost }

/** A public post for each service, and one with all of them. */
const test = base.extend<object, { shown: Shown }>({
  shown: [
    async ({ browser }, use, { project }) => {
      const owner = await browser.newPage({ baseURL: project.use.baseURL! })
      await signInAsOwner(owner)
      const { url } = await uploadedImage(owner, 'A shelf')
      const poster = `<img src="${url}" alt="" />`
      const words = '<p>A text that is long enough to be the text of a post.</p>'
      const create = (content: string) => createFixturePost(owner.request, { content: words + content + words })
      const posts: EditablePost[] = []
      for (const address of Object.values(addresses))
        posts.push(await create(figure(address, poster) + figure(address)))
      const { shorts, ...others } = addresses
      const all = await create(
        [
          figure(tikTok, poster),
          figure(shorts),
          words,
          ...Object.values(others).map((address) => figure(address)),
        ].join(''),
      )
      await use({ posts, all })
      for (const post of [...posts, all]) await deleteFixturePost(owner.request, post)
      await owner.close()
    },
    { scope: 'worker' },
  ],
})

/** The requests for other sites than the one under test, which all respond with a player. */
async function recordOutside(page: Page, baseURL: string): Promise<string[]> {
  const found: string[] = []
  await page.route(
    (url) => url.origin !== baseURL && url.protocol.startsWith('http'),
    (route) => {
      found.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' })
    },
  )
  return found
}

test('Short videos: no page requests anything of another host before a press', async ({ page, shown, baseURL }) => {
  test.slow()
  const outside = await recordOutside(page, baseURL!)
  const requestsEnded = trackRequests(page)
  const pages = [
    ...shown.posts.map(({ slug }) => `/blog/${slug}`),
    ...[`/blog/${shown.all.slug}`, '/', '/blog', '/search?q=morning', '/shop', '/privacy-policy'],
  ]
  expect(pages).toHaveLength(12)
  for (const address of pages) {
    await open(page, address)
    for (const link of await page.locator('[data-block="video"] a').all()) {
      await link.scrollIntoViewIfNeeded()
      await link.hover()
      await link.focus()
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await requestsEnded()
    expect(outside, address).toEqual([])
  }
})

test('Short videos: upright ones fit a phone, stand two in a row from 768 px, and a press loads the player in their place', {
  tag: '@gate',
}, async ({ page, shown, baseURL }) => {
  const outside = await recordOutside(page, baseURL!)
  const [first, second] = [
    page.locator('[data-videos] > figure').first(),
    page.locator('[data-videos] > figure').last(),
  ]
  const boxes = async () => [(await first.boundingBox())!, (await second.boundingBox())!] as const
  for (const width of [360, 767, 768, 1280])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/blog/${shown.all.slug}`)
      const [one, other] = await boxes()
      expect(one.width).toBeLessThanOrEqual(400)
      expect(one.x).toBeGreaterThanOrEqual(0)
      expect(one.x + one.width).toBeLessThanOrEqual(width)
      expect((await first.locator('a').boundingBox())!.height).toBeCloseTo((one.width * 16) / 9, 0)
      if (width < 768) expect(other.y).toBeGreaterThan(one.y + one.height)
      else expect([other.y, other.x > one.x + one.width]).toEqual([one.y, true])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  const link = page.getByRole('link', { name: 'Plays from TikTok, which then sees your visit: My morning' }).first()
  await expect(link).toHaveAttribute('href', tikTok)
  await hydrated(page)
  const before = await placeIn(first, link)
  expect(outside).toEqual([])
  await link.focus()
  await page.keyboard.press('Enter')
  const frame = first.locator('iframe')
  await expect(frame).toBeFocused()
  await expect.poll(() => outside).toEqual(['https://www.tiktok.com/player/v1/6718335390845095173?rel=0'])
  await expect(first.frameLocator('iframe').getByText('A player')).toBeVisible()
  expect(await placeIn(first, frame)).toEqual(before)
})

/** The place and the size of an element in another one, whatever is scrolled. */
async function placeIn(outer: Locator, inner: Locator): Promise<number[]> {
  const [frame, { x, y, width, height }] = [(await outer.boundingBox())!, (await inner.boundingBox())!]
  return [x - frame.x, y - frame.y, width, height].map(Math.round)
}

test('Short videos: their words are read on a poster in dark colours, too', async ({ page, shown }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, `/blog/${shown.all.slug}`)
  // The colours of a dark theme, which the shared site has not switched on.
  await page.evaluate(() => {
    document.documentElement.style.setProperty('--color-ink', '#ede5e0')
    document.documentElement.style.setProperty('--color-paper', '#14110d')
  })
  const link = page.locator('[data-videos] a').first()
  await expect(link).toHaveCSS('color', 'rgb(251, 247, 241)')
  await expect(link).toHaveCSS('background-color', 'rgb(43, 33, 27)')
})

test('Short videos: on paper each is its picture, its name and its address', async ({ page, shown }) => {
  await open(page, `/blog/${shown.all.slug}`)
  await page.emulateMedia({ media: 'print' })
  const link = page.locator('[data-videos] a').first()
  await expect(link.locator('small')).toBeHidden()
  await expect(link.locator('img')).toBeVisible()
  await expect(link).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(link).toHaveCSS('aspect-ratio', 'auto')
  const [text, figure] = [page.locator('#post-body > p').first(), page.locator('[data-videos] > figure').first()]
  expect((await figure.boundingBox())!.x).toBe((await text.boundingBox())!.x)
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(tikTok)
})

import type { Page } from '@playwright/test'
import { blockNames } from '../../src/contract/content/blocks.ts'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import type { EditablePost } from '../../src/contract/content/posts.ts'
import { type BlockReferences, everyBlock } from '../every-block.ts'
import { axeFor } from './axe.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { uploadedImage } from './library.ts'
import { signInAsOwner } from './owner.ts'
import { test as base, expect, hydrated, jump, open } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

/** A public post with every block, which no test changes; one for all tests of a worker. */
const test = base.extend<object, { post: EditablePost }>({
  post: [
    async ({ browser }, use, { project }) => {
      const owner = await browser.newPage({ baseURL: project.use.baseURL! })
      await signInAsOwner(owner)
      const { references, remove } = await createReferences(owner)
      const post = await createFixturePost(owner.request, { content: everyBlock(references) })
      await use(post)
      await deleteFixturePost(owner.request, post)
      await remove()
      await owner.close()
    },
    { scope: 'worker' },
  ],
})

async function createReferences(owner: Page): Promise<{ references: BlockReferences; remove(): Promise<void> }> {
  const { request } = owner
  const create = async (noun: string, data: object) => {
    const response = await request.post(`/api/${noun}`, { data })
    expect(response.status(), await response.text()).toBe(201)
    return ((await response.json()) as { id: number }).id
  }
  const images: OwnerImage[] = []
  for (const name of ['before', 'after', 'third', 'fourth'])
    images.push(await uploadedImage(owner, `The ${name} picture`))
  const products = (await (await request.get('/api/products?limit=3')).json()) as { id: number }[]
  const name = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`
  const step = { kind: 'Cleanser', amount: 'A pea', often: 'Every day', wait: 'a minute', why: 'It is mild.' }
  const steps = ['morning', 'evening'].map((time) => ({ ...step, time }))
  const routine = await create('routines', { name: name('Five minutes'), summary: 'For busy mornings.', steps })
  const ingredient = await create('ingredients', { name: name('Oat extract'), summary: 'Calms.', isLinked: false })
  return {
    references: { images, products: products.map(({ id }) => id), routine, ingredient },
    remove: async () => {
      await request.delete(`/api/routines/${routine}`)
      await request.delete(`/api/ingredients/${ingredient}`)
    },
  }
}

/** The requests for other sites than the one under test. */
function outsideRequests(page: Page, baseURL: string): string[] {
  const found: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) found.push(request.url())
  })
  return found
}

const body = (page: Page) => page.locator('#post-body')

test('Blocks: every block is shown within the page, at 360, 768 and 1280 px', { tag: '@gate' }, async ({
  page,
  post,
}) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/blog/${post.slug}`)
    await test.step(`at ${width} px`, () => expectWithinPage(page, width))
  }
  expect(await findings(page)).toEqual([])
})

for (const width of [360, 768]) {
  test(`Blocks: every block is accessible at ${width} px`, async ({ page, post }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/blog/${post.slug}`)
    await expect(page.getByRole('slider')).toHaveCount(1)
    expect(await findings(page)).toEqual([])
  })
}

async function expectWithinPage(page: Page, width: number): Promise<void> {
  for (const name of blockNames) await expect(page.locator(`[data-block="${name}"]`).first(), name).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await expect(page.getByRole('slider')).toHaveCount(1)
  const column = (await body(page).boundingBox())!
  const tops = await page
    .locator('[data-layout="strip"] > figure')
    .evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const [first, second] = [
    await boxOf('[data-block="row"] > figure'),
    await boxOf('[data-block="row"] > figure + figure'),
  ]
  if (width === 360) {
    expect(second.y).toBeGreaterThan(first.y + first.height - 1)
    expect((await boxOf('[data-width="full"] img')).width).toBe(360)
  } else {
    expect(second.y).toBe(first.y)
    expect(first.width).toBeGreaterThan(250)
    expect((await boxOf('[data-width="wide"] img')).width).toBeGreaterThanOrEqual(Math.min(column.width, width - 81))
    // Text stands next to a picture at the left.
    const picture = await boxOf('[data-align="left"]')
    const textLeft = await page.locator('[data-align="left"] + p').evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      return range.getClientRects()[0]!.left
    })
    expect(textLeft).toBeGreaterThan(picture.x + picture.width)
  }
}

/** The violations of axe in the body of the post. */
async function findings(page: Page) {
  const { violations } = await axeFor(page).include('#post-body').analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

test('Blocks: nothing moves while a page with every block loads', async ({ page, post }) => {
  const requestsEnded = trackRequests(page)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open(page, `/blog/${post.slug}`)
  await page.locator('[data-block="compare"]').scrollIntoViewIfNeeded()
  await expect(page.getByRole('slider')).toBeVisible()
  for (const name of ['gallery', 'video', 'products'])
    await page.locator(`[data-block="${name}"]`).first().scrollIntoViewIfNeeded()
  await requestsEnded()
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
})

test('Blocks: the slider works by keyboard and says how much is seen of which picture', { tag: '@gate' }, async ({
  page,
  post,
}) => {
  await open(page, `/blog/${post.slug}`)
  const slider = page.getByRole('slider', { name: 'Compare: Day 1, Day 30' })
  await expect(slider).toHaveAttribute('aria-valuetext', '50% Day 1, 50% Day 30')
  const clip = () =>
    page
      .locator('[data-block="compare"] > figure + figure > picture')
      .evaluate((picture) => getComputedStyle(picture).clipPath)
  const before = await clip()
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '51% Day 1, 49% Day 30')
  expect(await clip()).not.toBe(before)
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '0% Day 1, 100% Day 30')
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '100% Day 1, 0% Day 30')
})

test('Blocks: a video loads nothing of its site before the click, and its player without cookies after it', {
  tag: '@gate',
}, async ({ page, post, baseURL }) => {
  const outside = outsideRequests(page, baseURL!)
  const requestsEnded = trackRequests(page)
  await page.route(/youtube|vimeo/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' }))
  await open(page, `/blog/${post.slug}`)
  const links = page.locator('[data-block="video"] a')
  for (const link of await links.all()) {
    await link.scrollIntoViewIfNeeded()
    await link.hover()
  }
  await requestsEnded()
  expect(outside).toEqual([])
  await expect(links.first()).toHaveAccessibleName(/Video on YouTube: .*How I wash my face/)

  await links.first().focus()
  await page.keyboard.press('Enter')
  const player = page.frameLocator('[data-block="video"] iframe')
  await expect(player.getByText('A player')).toBeVisible()
  expect(outside).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'])
  const frame = page.locator('[data-block="video"] iframe')
  await expect(frame).toBeFocused()
  await expect(frame).toHaveAttribute('title', /How I wash my face/)

  await links.first().click()
  await expect(page.locator('[data-block="video"] iframe')).toHaveCount(2)
  // The request begins after the frame is in the document.
  await expect
    .poll(() => outside)
    .toEqual([
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
    ])
  await expect(page).toHaveURL(`/blog/${post.slug}`)
})

test('Blocks: their style sheet and script are loaded only where they are used', { tag: '@gate' }, async ({
  page,
  post,
}) => {
  const requestsEnded = trackRequests(page)
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await open(page, '/privacy-policy')
  await requestsEnded()
  expect(loaded.filter((url) => /blocks/.test(url))).toEqual([])
  const furtherReading = page.waitForResponse(/\/further-reading$/)
  await jump(page, `/blog/${post.slug}`)
  await expect(page.getByRole('slider')).toBeVisible()
  // Styled also where the page was reached within the app.
  await expect(page.locator('[data-block="gallery"]').first()).toHaveCSS('display', 'grid')
  expect(loaded.filter((url) => /\/blocks-[\w-]+\.css$/.test(url))).toHaveLength(1)
  // It is loaded late, and the post is deleted after the last test.
  await furtherReading
  await expect(page.locator('.ending')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Blocks: everything reads, the pictures side by side, the video as a link to its page', async ({
    page,
    post,
  }) => {
    await page.goto(`/blog/${post.slug}`)
    const compared = page.locator('[data-block="compare"] > figure')
    const [one, other] = [(await compared.first().boundingBox())!, (await compared.last().boundingBox())!]
    expect(other.x).toBeGreaterThanOrEqual(one.x + one.width)
    for (const text of ['Day 1', 'Day 30', 'Patch-test first.', 'How much?', 'This page contains affiliate links.'])
      await expect(body(page).getByText(text)).toBeVisible()
    for (const text of [
      'Four weeks, each evening.',
      'Half a pump is enough.',
      'Because it stays.',
      'Wait ten minutes.',
    ])
      await expect(body(page).getByText(text)).toBeVisible()
    for (const name of blockNames) await expect(page.locator(`[data-block="${name}"]`).first(), name).toBeVisible()
    await page.getByText('How much?').click()
    await expect(page.getByText('Two fingers.')).toBeVisible()
    await expect(page.getByRole('link', { name: /How I wash my face/ })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    )
  })
})

test('Blocks: print shows what a closed question hides and all columns of a comparison, and keeps what belongs together', {
  tag: '@gate',
}, async ({ page, post }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto(`/blog/${post.slug}`)
  await hydrated(page)
  await expect(page.getByText('Two fingers.')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  const height = await page.getByText('Two fingers.').evaluate((answer) => answer.getBoundingClientRect().height)
  expect(height).toBeGreaterThan(10)
  const frame = page.locator('[data-block="comparison"] .table-frame')
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1)
  await expect(page.locator('[data-block="pick"]').first()).toHaveCSS('break-inside', 'avoid')
})

test('Blocks: the pictures of a wide gallery fill a row, and on a phone the last of three takes the row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/blog/humectants-emollients-occlusives')
  const boxes = () =>
    page
      .locator('[data-block="gallery"] img')
      .evaluateAll((all) => all.map((image) => image.getBoundingClientRect()).map(({ top, width }) => ({ top, width })))
  const row = await boxes()
  expect(new Set(row.map(({ top }) => top)).size).toBe(1)
  expect(row[0]!.width).toBeGreaterThan(280)
  await page.setViewportSize({ width: 360, height: 740 })
  const [first, second, third] = await boxes()
  expect(first!.top).toBe(second!.top)
  expect(third!.width).toBeGreaterThan(first!.width * 2)
})

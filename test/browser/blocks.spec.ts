import type { APIRequestContext, Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { blockNames } from '../../src/contract/blocks.ts'
import type { OwnerImage } from '../../src/contract/images.ts'
import type { EditablePost } from '../../src/contract/posts.ts'
import { axeFor } from './axe.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { uploadedImage } from './library.ts'
import { signInAsOwner } from './owner.ts'
import { test as base, expect, hydrated, jump, open } from './site-test.ts'

/** A public post with every block; deleted when the test ends. */
const test = base.extend<{ post: EditablePost }>({
  post: async ({ browser, baseURL }, use) => {
    const owner = await browser.newPage({ baseURL: baseURL! })
    await signInAsOwner(owner)
    const references = await createReferences(owner.request)
    const post = await createFixturePost(owner.request, { content: await everyBlock(owner, references) })
    await use(post)
    await deleteFixturePost(owner.request, post)
    await deleteReferences(owner.request, references)
    await owner.close()
  },
})

const words =
  '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel. Then wait until the skin is dry, since water on it makes every acid stronger than it should be on a first evening.</p>'

async function everyBlock(page: Page, { routine, ingredient }: References): Promise<string> {
  const images: OwnerImage[] = []
  for (const name of ['before', 'after', 'third', 'fourth'])
    images.push(await uploadedImage(page, `The ${name} picture`))
  const products = (await (await page.request.get('/api/products?limit=3')).json()) as { id: number }[]
  const image = (at: number) => `<img src="${images[at]!.url}" alt="${images[at]!.altText}" />`
  const figure = (at: number, caption: string) => `<figure>${image(at)}<figcaption>${caption}</figcaption></figure>`
  return [
    words,
    `<figure data-block="picture" data-width="wide">${image(0)}<figcaption>A wide picture</figcaption></figure>${words}`,
    `<figure data-block="picture" data-align="left">${image(1)}</figure>${words}${words}`,
    `<figure data-block="picture" data-width="full">${image(2)}</figure>`,
    `<figure data-block="row">${figure(0, 'One')}${figure(1, 'Two')}<figcaption>Side by side</figcaption></figure>`,
    `<figure data-block="compare">${figure(0, 'Day 1')}${figure(1, 'Day 30')}</figure>`,
    `<figure data-block="gallery">${[0, 1, 2, 3].map((at) => figure(at, `Picture ${at}`)).join('')}</figure>`,
    `<figure data-block="gallery" data-layout="strip">${[0, 1, 2, 3].map((at) => figure(at, `Frame ${at}`)).join('')}<figcaption>A strip</figcaption></figure>`,
    '<aside data-block="callout" data-tone="tip"><p>Patch-test first.</p></aside>',
    '<aside data-block="callout" data-tone="warning"><p>Not with retinol.</p></aside>',
    '<h2>Questions</h2>',
    '<section data-block="faq"><details><summary>How much?</summary><p>Two fingers.</p></details><details><summary>How often?</summary><p>Every two hours &amp; after a swim.</p></details></section>',
    '<p data-block="button"><a href="/shop">To the shop</a></p><p data-block="button" data-tone="quiet" data-align="center"><a href="/about">About me</a></p>',
    `<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">${image(3)}How I wash my face</a><figcaption>A minute</figcaption></figure>`,
    '<figure data-block="video"><a href="https://vimeo.com/76979871">How I dry it</a></figure>',
    `<div data-block="products" data-product-ids="${products.map(({ id }) => id)}"></div>`,
    `<section data-block="review" data-product-id="${products[0]!.id}"><p>Four weeks, each evening.</p></section>`,
    `${words}<aside data-block="note" data-product-id="${products[1]!.id}"><p>Half a pump is enough.</p></aside>${words}`,
    `<div data-block="comparison" data-product-ids="${products.map(({ id }) => id)}" data-rows="price,size,rating"></div>`,
    `<section data-block="picks"><section data-block="pick" data-product-id="${products[1]!.id}"><h3>Best for dry skin</h3><p>Because it stays.</p></section><section data-block="pick" data-product-id="${products[2]!.id}"><h3>Best in the heat</h3><p>Because it is light.</p></section></section>`,
    `<div data-block="routine" data-routine-id="${routine}"></div>`,
    `<div data-block="ingredient" data-ingredient-id="${ingredient}"></div>`,
    '<section data-block="dos"><h3>Do</h3><ul><li>Wait ten minutes.</li></ul><h3>Do not</h3><ul><li>Mix it with an acid.</li></ul></section>',
    '<section data-block="patch-test"><h3>Patch-test first</h3><ol><li>Behind the ear.</li><li>Wait a day.</li></ol></section>',
    '<aside data-block="doctor"><h3>Talk to a doctor</h3><p>If it still stings after a week.</p></aside>',
    '<ol data-block="timeline"><li><h3>Week 1</h3><p>Twice, in the evening.</p></li><li><h3>Week 4</h3><p>Every other day.</p></li></ol>',
    words,
  ].join('')
}

/** What the blocks refer to besides products. */
type References = { routine: number; ingredient: number }

async function createReferences(request: APIRequestContext): Promise<References> {
  const create = async (noun: string, data: object) => {
    const response = await request.post(`/api/${noun}`, { data })
    expect(response.status(), await response.text()).toBe(201)
    return ((await response.json()) as { id: number }).id
  }
  const name = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`
  const step = { kind: 'Cleanser', amount: 'A pea', often: 'Every day', wait: 'a minute', why: 'It is mild.' }
  const steps = ['morning', 'evening'].map((time) => ({ ...step, time }))
  return {
    routine: await create('routines', { name: name('Five minutes'), summary: 'For busy mornings.', steps }),
    ingredient: await create('ingredients', { name: name('Oat extract'), summary: 'Calms.', isLinked: false }),
  }
}

async function deleteReferences(request: APIRequestContext, { routine, ingredient }: References): Promise<void> {
  await request.delete(`/api/routines/${routine}`)
  await request.delete(`/api/ingredients/${ingredient}`)
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

for (const width of [360, 768, 1280]) {
  test(`Blocks: every block is shown within the page, accessibly, at ${width} px`, async ({ page, post }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/blog/${post.slug}`)
    for (const name of blockNames) await expect(page.locator(`[data-block="${name}"]`).first(), name).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(page.getByRole('slider')).toHaveCount(1)
    const { violations } = await axeFor(page).include('#post-body').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

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
  })
}

test('Blocks: nothing moves while a page with every block loads', async ({ page, post }) => {
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
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
})

test('Blocks: the slider works by keyboard and says how much is seen of which picture', async ({ page, post }) => {
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

test('Blocks: a video loads nothing of its site before the click, and its player without cookies after it', async ({
  page,
  post,
  baseURL,
}) => {
  const outside = outsideRequests(page, baseURL!)
  await page.route(/youtube|vimeo/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' }))
  await open(page, `/blog/${post.slug}`)
  const links = page.locator('[data-block="video"] a')
  for (const link of await links.all()) {
    await link.scrollIntoViewIfNeeded()
    await link.hover()
  }
  await page.waitForLoadState('networkidle')
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
  expect(outside.at(-1)).toBe('https://player.vimeo.com/video/76979871?autoplay=1&dnt=1')
  await expect(page).toHaveURL(`/blog/${post.slug}`)
})

test('Blocks: the questions are a FAQPage for search engines', async ({ page, post }) => {
  await open(page, `/blog/${post.slug}`)
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  const pages = data.map((text) => JSON.parse(text)).filter((item) => item['@type'] === 'FAQPage')
  expect(pages).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: 'How much?', acceptedAnswer: { '@type': 'Answer', text: 'Two fingers.' } },
        {
          '@type': 'Question',
          name: 'How often?',
          acceptedAnswer: { '@type': 'Answer', text: 'Every two hours & after a swim.' },
        },
      ],
    },
  ])
})

test('Blocks: the HTML of every block is valid', async ({ request, post }) => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'void-style': 'off', 'attr-case': 'off', 'attribute-boolean-style': 'off' },
  })
  const html = await (await request.get(`/blog/${post.slug}`)).text()
  const report = await validator.validateString(html)
  const found = report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
  expect([...new Set(found)]).toEqual([])
})

test('Blocks: their style sheet and script are loaded only where they are used', async ({ page, post }) => {
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await open(page, '/privacy-policy')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /blocks/.test(url))).toEqual([])
  const furtherReading = page.waitForResponse(/\/further-reading$/)
  await jump(page, `/blog/${post.slug}`)
  await expect(page.getByRole('slider')).toBeVisible()
  // Styled also where the page was reached within the app.
  await expect(page.locator('[data-block="gallery"]').first()).toHaveCSS('display', 'grid')
  expect(loaded.filter((url) => /\/blocks-[\w-]+\.css$/.test(url))).toHaveLength(1)
  // It is loaded late, and the post is deleted after the test.
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

test('Blocks: print shows what a closed question hides', async ({ page, post }) => {
  await page.goto(`/blog/${post.slug}`)
  await hydrated(page)
  await expect(page.getByText('Two fingers.')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  const height = await page.getByText('Two fingers.').evaluate((answer) => answer.getBoundingClientRect().height)
  expect(height).toBeGreaterThan(10)
})

test('Blocks: print shows all columns of a comparison and keeps what belongs together', async ({ page, post }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto(`/blog/${post.slug}`)
  await hydrated(page)
  await page.emulateMedia({ media: 'print' })
  const frame = page.locator('[data-block="comparison"] .table-frame')
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1)
  await expect(page.locator('[data-block="pick"]').first()).toHaveCSS('break-inside', 'avoid')
})

test('Blocks: on a phone the first column of a comparison stays while the others scroll', async ({ page, post }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, `/blog/${post.slug}`)
  const frame = page.locator('[data-block="comparison"] .table-frame')
  await frame.scrollIntoViewIfNeeded()
  const header = frame.getByRole('rowheader', { name: 'Price', exact: true })
  const before = (await header.boundingBox())!.x
  await frame.evaluate((element) => element.scrollBy({ left: 200, behavior: 'instant' }))
  expect((await header.boundingBox())!.x).toBe(before)
  await expect(frame.getByRole('columnheader')).toHaveCount(3)
})

test('Blocks: a review and its lists are structured data, and the disclosure stands before the first paid link', async ({
  page,
  post,
}) => {
  await open(page, `/blog/${post.slug}`)
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  )
  expect(data.filter((item) => item['@type'] === 'Product')).toMatchObject([
    { name: expect.any(String), offers: { '@type': 'Offer', priceCurrency: expect.any(String) } },
  ])
  expect(data.filter((item) => item['@type'] === 'ItemList').map((item) => item.itemListElement.length)).toEqual([3, 2])
  const isBefore = await page.evaluate(() => {
    const disclosure = document.querySelector('#post-body [data-part="disclosure"]')!
    const link = document.querySelector('#post-body [data-affiliate]')!
    return Boolean(disclosure.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING)
  })
  expect(isBefore).toBe(true)
})

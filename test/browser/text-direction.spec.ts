import { openAdmin } from './owner.ts'
import { contentOf, test, titleOf } from './post-fixtures.ts'
import { expect, hydrated, pageMissing } from './site-test.ts'

// The cover of the fixture has no file.
test.use({ expectedProblems: pageMissing })

const title = 'קרם לחות'
const sentence = 'שטפו את הפנים במים פושרים והניחו להם להתייבש.'
const english = 'An English paragraph that keeps its own direction in the same post.'

test('a post in Hebrew is laid out from right to left, and its English paragraph from left to right', {
  tag: '@gate',
}, async ({ page, posts }) => {
  const post = await posts.create('x', {
    title: `${title} ${posts.word}`,
    excerpt: sentence,
    content: `<p>${sentence}</p><p>${english}</p>`,
  })
  await page.goto(`/preview/${post.id}`)
  await hydrated(page)
  const directionOf = (text: string) =>
    page
      .getByRole('main')
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  expect(await directionOf(title)).toBe('rtl')
  expect(await directionOf(sentence)).toBe('rtl')
  // The text of each paragraph starts at the side of its first character.
  const sides = await page.locator('#post-body p').evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const box = paragraph.getBoundingClientRect()
      const text = range.getClientRects()[0]!
      return text.right > box.right - 2 ? (text.left < box.left + 2 ? 'both' : 'right') : 'left'
    }),
  )
  expect(sides).toEqual(['right', 'left'])

  await openAdmin(page, `/admin/posts/${post.id}`)
  await expect(titleOf(page)).toHaveCSS('direction', 'rtl')
  await expect(contentOf(page)).toHaveCSS('direction', 'rtl')
  await page.goto('/contact')
  await page.getByLabel('Message').fill(sentence)
  await expect(page.getByLabel('Message')).toHaveCSS('direction', 'rtl')
})

import type { Page } from '@playwright/test'
import { kinds } from '../site/pages.ts'
import { expect, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

const scale = { Montserrat: [13, 15, 18, 22], Cormorant: [22, 28], Playfair: [28, 36, 48, 64] }

test('text has eight sizes and three weights, each font its own, on every kind of page from 360 to 1280 px', {
  tag: '@gate',
}, async ({ page }) => {
  test.slow()
  for (const { path } of kinds) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    // Some pages have a second style sheet.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    )
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await textsOutsideOf(page, scale), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the lines of an article have 62 to 66 characters on average', { tag: '@gate' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['/blog/retinol-for-beginners', '/blog/niacinamide-for-beginners']) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    const average = await charactersPerLine(page)
    expect.soft(average, path).toBeGreaterThanOrEqual(62)
    expect.soft(average, path).toBeLessThanOrEqual(66)
  }
})

/** Visible texts whose size is not one of their font's, or whose weight is not 400, 500 or 600. */
function textsOutsideOf(page: Page, sizes: Record<string, number[]>): Promise<string[]> {
  return page.evaluate((sizes) => {
    return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
      if (!hasText || !element.checkVisibility() || element.offsetWidth === 1) return []
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(element)
      const font = Object.keys(sizes).find((name) => fontFamily.replace('"', '').startsWith(name))
      if (font && sizes[font]!.includes(Number.parseFloat(fontSize)) && /^[456]00$/.test(fontWeight)) return []
      return [`${element.tagName} ${fontFamily.slice(0, 20)} ${fontSize} ${fontWeight}: ${element.textContent}`]
    })
  }, sizes)
}

/** Counts the characters of all lines but the last of each paragraph. */
function charactersPerLine(page: Page): Promise<number> {
  return page.locator('#post-body').evaluate((body) => {
    const lines: number[] = []
    for (const paragraph of body.querySelectorAll(':scope > p')) {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      let bottom: number | undefined
      let count = 0
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < node.textContent!.length; at++) {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const box = range.getBoundingClientRect()
          bottom ??= box.bottom
          if (box.height > 0 && box.top >= bottom) {
            lines.push(count)
            count = 0
            bottom = box.bottom
          }
          count++
        }
      }
    }
    return lines.reduce((sum, count) => sum + count, 0) / lines.length
  })
}

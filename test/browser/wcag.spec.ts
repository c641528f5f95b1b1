import { axeFor } from './axe.ts'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

/** WCAG 1.4.12: no text may be lost at this spacing. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`

const pages = ['/', '/blog', '/blog/retinol-for-beginners', '/shop', '/routines', '/contact', '/about', '/login']
const views = ['/admin', '/admin/posts', '/admin/products', '/admin/settings']

for (const width of [360, 1280])
  test(`targets have 24 px, names have the words that are seen, and text spacing cuts nothing off, at ${width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    for (const [index, path] of [...pages, ...views].entries()) {
      if (index < pages.length) await open(page, path)
      else await openAdmin(page, path)
      const { violations } = await axeFor(page).withRules(['label-content-name-mismatch', 'target-size']).analyze()
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]),
        path,
      ).toEqual([])
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [sheet]
      }, spacing)
      const found = await page.evaluate(() => {
        const isCut = (element: HTMLElement) => {
          const { overflowX, overflowY, webkitLineClamp, textOverflow } = getComputedStyle(element)
          const hidden = (way: string) => way === 'hidden' || way === 'clip'
          if (webkitLineClamp !== 'none' || textOverflow === 'ellipsis' || element.offsetWidth < 2) return false
          return (
            (hidden(overflowY) && element.scrollHeight > element.clientHeight + 2) ||
            (hidden(overflowX) && element.scrollWidth > element.clientWidth + 2)
          )
        }
        const own = (element: Element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
        return [...document.querySelectorAll<HTMLElement>('body *')]
          .filter(
            (element) =>
              own(element) && element.checkVisibility() && !element.closest('[aria-hidden="true"]') && isCut(element),
          )
          .map((element) => element.outerHTML.slice(0, 100))
      })
      expect(found, path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
  })

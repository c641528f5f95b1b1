import { startIsolatedSite } from './isolated-site.ts'
import { expect, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

const paths = ['/', '/blog', '/shop', '/about', '/contact', '/newsletter', '/search?q=sun', '/privacy-policy']

/** A public site as it is before its owner has written anything. `test/site/empty-site.test.ts` reads what it says. */
test('an empty site shows nothing empty', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  const port = Number(process.env.E2E_PORT ?? 3210) + 460 + test.info().parallelIndex
  const site = await startIsolatedSite(port, { isEmpty: true, env: { SITE_URL: 'https://skin.example' } })
  try {
    for (const path of [...paths, '/affiliate-disclosure', '/no-such-page']) {
      await page.goto(site.origin + path)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await page.evaluate(emptyParts), `${path} at ${width} px`).toEqual([])
        await expect(page.getByRole('link', { name: 'About', exact: true })).toHaveCount(0)
      }
    }
  } finally {
    await site.stop()
  }
})

/** Visible lists without entries, links without a name or target, and headings that nothing follows in their section. */
function emptyParts(): string[] {
  const isVisible = (element: Element) => element.checkVisibility()
  const nameOf = (element: Element) => element.textContent!.trim() || element.getAttribute('aria-label') || ''
  const lists = [...document.querySelectorAll('ul, ol, nav, table')].filter((list) => nameOf(list) === '')
  const links = [...document.querySelectorAll('a')].filter(
    (link) => !link.getAttribute('href') || (nameOf(link) === '' && !link.querySelector('img[alt]:not([alt=""])')),
  )
  const headings = [...document.querySelectorAll('h1, h2, h3, h4')].filter((heading) => {
    const section = heading.closest('section, nav, article, main, form, li')
    const rest = section?.textContent?.replace(heading.textContent!, '').trim()
    return nameOf(heading) === '' || !rest
  })
  return [...lists, ...links, ...headings].filter(isVisible).map((element) => element.outerHTML.slice(0, 120))
}

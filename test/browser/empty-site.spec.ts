import { mkdirSync } from 'node:fs'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { expect, pageMissing, test } from './site-test.ts'

/** A public site as it is before its owner has written anything: nothing on it is invented, and nothing is empty. */

test.use({ expectedProblems: pageMissing })
test.describe.configure({ mode: 'serial', timeout: 120_000 })
let site: IsolatedSite

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const port = Number(process.env.E2E_PORT ?? 3210) + 460 + test.info().parallelIndex
  site = await startIsolatedSite(port, { isEmpty: true, env: { SITE_URL: 'https://skin.example' } })
})
test.afterAll(() => site.stop())

const pages = ['/', '/blog', '/shop', '/about', '/contact', '/newsletter', '/search?q=sun', '/privacy-policy']
const invented = /Nora|Ellery|Portland|dewlight\.example|pinterest\.com|instagram\.com|I have used|I test|I read every/
const folder = 'test-results/empty-site'

for (const path of [...pages, '/affiliate-disclosure', '/no-such-page'])
  test(`an empty site: ${path} shows nothing invented and nothing empty`, async ({ page }) => {
    mkdirSync(folder, { recursive: true })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(site.origin + path)
      expect(await page.content()).not.toMatch(invented)
      expect.soft(await page.evaluate(emptyParts), `at ${width} px`).toEqual([])
      await expect(page.getByRole('link', { name: 'About', exact: true })).toHaveCount(0)
      await page.screenshot({ path: `${folder}/${width}${path.replace(/\W+/g, '-')}.png`, fullPage: true })
    }
  })

test('an empty site: home has no section of what it does not have, and no button that saves no picture', async ({
  page,
}) => {
  await page.goto(`${site.origin}/`)
  await expect(page.getByRole('main').getByRole('heading')).toHaveText([
    'Build a skincare routine with confidence',
    'Join the Newsletter',
    'Get In Touch',
  ])
  await expect(page.getByRole('link', { name: /^Save/ })).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveText(['Quick Links'])
})

test('an empty site: the lists keep their own sentences', async ({ page }) => {
  await page.goto(`${site.origin}/blog`)
  await expect(page.getByText('No posts found.', { exact: true })).toBeVisible()
  await page.goto(`${site.origin}/shop`)
  await expect(page.getByText('No products found in this category.')).toBeVisible()
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IsolatedSite, startIsolatedSite } from '../browser/isolated-site.ts'
import { freePort } from '../postgres.ts'
import { textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

/** A public site as it is before its owner has written anything: nothing on it is invented. */
let site: IsolatedSite
beforeAll(async () => {
  site = await startIsolatedSite(await freePort(), { isEmpty: true, env: { SITE_URL: 'https://skin.example' } })
})
afterAll(() => site.stop())

const pages = ['/', '/blog', '/shop', '/about', '/contact', '/newsletter', '/search?q=sun', '/privacy-policy']
const invented = /Nora|Ellery|Portland|dewlight\.example|pinterest\.com|instagram\.com|I have used|I test|I read every/

for (const path of [...pages, '/affiliate-disclosure', '/no-such-page'])
  test(`an empty site: ${path} shows nothing invented`, async () => {
    const { html, document } = await createVisitor().open(site.origin + path)
    expect(html).toContain('</html>')
    expect(html).not.toMatch(invented)
    expect(textsOf(document.querySelectorAll('a'))).not.toContain('About')
  })

test('an empty site: home has no section of what it does not have, and no button that saves no picture', async () => {
  const { document } = await createVisitor().open(`${site.origin}/`)
  expect(textsOf(document.querySelectorAll('main :is(h1, h2, h3)'))).toEqual([
    'Build a skincare routine with confidence',
    'Join the Newsletter',
    'Get In Touch',
  ])
  expect(textsOf(document.querySelectorAll('a')).filter((text) => text.startsWith('Save'))).toEqual([])
  expect(textsOf(document.querySelectorAll('footer.site-footer :is(h2, h3)'))).toEqual(['Quick Links'])
})

test('an empty site: the lists keep their own sentences', async () => {
  const visitor = createVisitor()
  const blog = await visitor.open(`${site.origin}/blog`)
  blog.screen.getByText('No posts found.')
  const shop = await visitor.open(`${site.origin}/shop`)
  shop.screen.getByText('No products found in this category.')
})

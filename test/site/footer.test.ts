import { expect, test } from 'vitest'
import { attributesOf, onlyElement, textOf, textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

test('2 Footer: logo and tagline', async () => {
  const footer = await openFooter()
  expect(textOf(onlyElement(footer, 'a.logo'))).toBe('Dewlight')
  expect(onlyElement(footer, 'a.logo').getAttribute('href')).toBe('/')
  expect(textOf(footer)).toContain('Expert advice and product recommendations for your skincare journey.')
})

test('2 Footer: each category shows its name and links to /blog/category/{slug}', async () => {
  const links = navigationOf(await openFooter('/about'), 'Categories').querySelectorAll('a')
  expect(textsOf(links)).toEqual(['Cleansing', 'Moisturizing', 'Sun Care', 'Treatments', 'Sensitive Skin', 'Routines'])
  expect(attributesOf(links, 'href')).toEqual([
    '/blog/category/cleansing',
    '/blog/category/moisturizing',
    '/blog/category/sun-care',
    '/blog/category/treatments',
    '/blog/category/sensitive-skin',
    '/blog/category/routines',
  ])
})

test('2 Footer: Quick Links are Home, Blog, Shop, About, Contact', async () => {
  const links = navigationOf(await openFooter(), 'Quick Links').querySelectorAll('a')
  expect(textsOf(links)).toEqual(['Home', 'Blog', 'Shop', 'About', 'Contact'])
  expect(attributesOf(links, 'href')).toEqual(['/', '/blog', '/shop', '/about', '/contact'])
})

test('the footer leads to ingredients, routines and newsletters', async () => {
  const links = navigationOf(await openFooter(), 'Explore').querySelectorAll('a')
  const paths = ['/ingredients', '/routines', '/routines/build', '/letters', '/newsletter']
  expect(attributesOf(links, 'href')).toEqual(paths)
  for (const path of paths) expect((await createVisitor().fetch(path)).status, path).toBe(200)
})

test('2 Footer: copyright with the current year', async () => {
  expect(textOf(await openFooter())).toContain(`© ${new Date().getFullYear()} Dewlight`)
})

test('2 Footer: links to Privacy Policy, Affiliate Disclosure and the social page', async () => {
  const footer = await openFooter()
  const link = (pattern: RegExp) => {
    const found = [...footer.querySelectorAll('a')].filter((element) => pattern.test(textOf(element)))
    expect(found, String(pattern)).toHaveLength(1)
    return found[0]!
  }
  expect(link(/^Privacy Policy$/).getAttribute('href')).toBe('/privacy-policy')
  expect(link(/^Affiliate Disclosure$/).getAttribute('href')).toBe('/affiliate-disclosure')
  const social = link(/Pinterest/)
  expect(social.getAttribute('href')).toMatch(/^https:\/\/www\.pinterest\.com\//)
  expect(social.getAttribute('target')).toBe('_blank')
  expect(social.getAttribute('rel')).toMatch(/noopener/)
})

async function openFooter(path = '/'): Promise<Element> {
  const { document } = await createVisitor().open(path)
  return onlyElement(document, 'footer.site-footer')
}

/** The list that its heading names. */
function navigationOf(footer: Element, name: string): Element {
  const found = [...footer.querySelectorAll('nav')].find(
    (nav) => textOf(footer.querySelector(`#${nav.getAttribute('aria-labelledby')}`)) === name,
  )
  if (!found) throw new Error(`The footer has no ${name}.`)
  return found
}

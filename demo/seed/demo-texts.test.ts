import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { settingsSections } from '../../src/contract/accounts/setting-fields.ts'
import { countWords } from '../../src/server/content/rich-text/clean-html.ts'
import { demoIngredients } from '../content/ingredients.ts'
import { type DemoNewsletter, demoNewsletters } from '../content/newsletters.ts'
import { demoPosts } from '../content/posts.ts'
import { demoProducts } from '../content/products.ts'
import { demoRoutines } from '../content/routines.ts'
import { demoSettings } from '../content/settings.ts'
import { type DemoIds, toStoredHtml } from './article-html.ts'
import { toFacts } from './seed-products.ts'

// Needs no database: one run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

const today = new Date('2026-03-10T15:00:00.000Z')
const urlOf = (name: string) => `/media/${name.replace('/', '-')}/640.jpg`
const readArticle = (slug: string) => readFileSync(`demo/content/articles/${slug}.html`, 'utf8')
const readNewsletter = ({ slug, source }: DemoNewsletter) =>
  source ? '' : readFileSync(`demo/content/newsletters/${slug}.html`, 'utf8')
const numbered = (rows: { slug: string }[]) => new Map(rows.map(({ slug }, index) => [slug, index + 1]))
const ids: DemoIds = {
  products: numbered(demoProducts),
  ingredients: numbered(demoIngredients),
  routines: numbered(demoRoutines),
}

/** All texts of the demo by what they belong to. */
const texts = new Map<string, string>([
  ...demoPosts.map((post) => [post.slug, `${JSON.stringify(post)} ${readArticle(post.slug)}`] as const),
  ...[...demoProducts, ...demoIngredients, ...demoRoutines].map((each) => [each.slug, JSON.stringify(each)] as const),
  ...demoNewsletters.map((each) => [each.slug, `${JSON.stringify(each)} ${readNewsletter(each)}`] as const),
  ['settings', JSON.stringify(demoSettings)],
])

check('the demo has as many articles, products, ingredients and routines as it promises', () => {
  expect(demoPosts).toHaveLength(24)
  expect(demoProducts.filter(({ isActive }) => isActive)).toHaveLength(40)
  expect(demoIngredients).toHaveLength(20)
  expect(demoRoutines).toHaveLength(6)
  for (const rows of [demoPosts, demoProducts, demoIngredients, demoRoutines])
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
})

check('the demo has a heading of its own for each section, and the category of a post on its card', () => {
  const fields = Object.values(settingsSections).flatMap((section) => Object.entries(section.fields))
  const headings = fields.filter(([key]) => key.endsWith('Heading'))
  expect(headings.length).toBeGreaterThanOrEqual(5)
  const own: Record<string, string> = demoSettings
  for (const [key, field] of headings) {
    expect(own[key], key).toBeTruthy()
    expect(own[key], key).not.toBe(field.default)
  }
  expect(demoSettings.cardBadge).toBe('')
})

check('every article has 700 to 1,500 words and two pictures with captions', () => {
  for (const post of demoPosts) {
    const html = readArticle(post.slug)
    const words = countWords(toStoredHtml(html, { post, ids, urlOf }))
    expect(words, post.slug).toBeGreaterThanOrEqual(700)
    expect(words, post.slug).toBeLessThanOrEqual(1500)
    const figures = html.match(/<figure[^>]*><img data-picture="[12]"><figcaption>[^<]+<\/figcaption><\/figure>/g)
    expect(figures, post.slug).toHaveLength(2)
    for (const number of [1, 2]) expect(html, post.slug).toContain(`<img data-picture="${number}">`)
    for (const alt of [post.imageAlt, ...post.pictures]) expect(alt, post.slug).toMatch(/^[^"<>&]{10,}$/)
  }
})

check('an update is younger than its article, and says something', () => {
  const updated = demoPosts.filter(({ update }) => update)
  expect(updated.length).toBeGreaterThanOrEqual(4)
  for (const { slug, daysAgo, update } of updated) {
    expect(daysAgo, slug).toBeGreaterThan(update!.daysAgo)
    expect(update!.daysAgo, slug).toBeGreaterThan(0)
    expect(update!.note, slug).toMatch(/^[A-Z].{20,}[.]$/)
  }
  expect(demoSettings.authorName).toMatch(/^\S+ \S+$/)
  expect(demoSettings.authorBio.length).toBeLessThanOrEqual(400)
})

check('sixteen articles or more recommend or compare products, all of which the shop sells', () => {
  const active = new Set(demoProducts.flatMap(({ slug, isActive }) => (isActive ? slug : [])))
  const recommending = demoPosts.filter(({ slug }) =>
    /data-block="(?:review|comparison|picks)"/.test(readArticle(slug)),
  )
  expect(recommending.length).toBeGreaterThanOrEqual(16)
  for (const { slug } of demoPosts) {
    const named = [...readArticle(slug).matchAll(/ data-products?="([\w,-]+)"/g)].flatMap(([, list]) =>
      list!.split(','),
    )
    for (const product of named) expect(active, slug).toContain(product)
  }
})

check('every reference of an article leads to a row, and an unknown one stops the seed', () => {
  for (const post of demoPosts) {
    const html = toStoredHtml(readArticle(post.slug), { post, ids, urlOf })
    expect(html, post.slug).not.toMatch(/data-(?:product|products|ingredient|routine|picture)=/)
    expect(html.match(/<img(?! src="[^"]+" alt="[^"]+">)/g), post.slug).toBeNull()
  }
  const post = demoPosts[0]!
  expect(() => toStoredHtml('<div data-product="gone"></div>', { post, ids, urlOf })).toThrow('the unknown gone')
  expect(() => toStoredHtml('<div data-routine="gone"></div>', { post, ids, urlOf })).toThrow('the unknown gone')
})

check('every block of the catalogue stands in an article', () => {
  const all = demoPosts.map(({ slug }) => readArticle(slug)).join('\n')
  const names = [
    'review',
    'note',
    'comparison',
    'picks',
    'pick',
    'routine',
    'ingredient',
    'dos',
    'patch-test',
    'doctor',
  ]
  for (const name of [...names, 'timeline', 'callout', 'faq', 'picture']) expect(all).toContain(`data-block="${name}"`)
  for (const { slug } of demoRoutines) expect(all).toContain(`data-routine="${slug}"`)
})

check('a product has all its facts, as the form takes them', () => {
  for (const product of demoProducts) {
    const facts = toFacts(product, { urlOf, today })
    const { brand, sizeAmount, rating, verdict, forWhom, notForWhom, testedWeeks, shopName } = facts
    expect(product.name, product.slug).toMatch(new RegExp(`^${brand} `))
    for (const fact of [sizeAmount, rating, verdict, forWhom, notForWhom, testedWeeks, shopName, facts.texture])
      expect(fact, product.slug).toBeTruthy()
    expect(facts.skinTypes.length, product.slug).toBeGreaterThan(0)
    expect(facts.pros.length, product.slug).toBeGreaterThanOrEqual(2)
    expect(facts.cons.length, product.slug).toBeGreaterThanOrEqual(2)
    expect(testedWeeks, product.slug).toBeGreaterThanOrEqual(4)
    expect(facts.priceCheckedOn < '2026-03-10', product.slug).toBe(true)
    for (const { link } of [{ link: product.affiliateLink }, ...facts.otherShops])
      expect(new URL(link).host, product.slug).toMatch(/[.]example$/)
    const isSunscreen = product.category === 'Sunscreens'
    expect(facts.concerns.includes('sun protection') || !isSunscreen, product.slug).toBe(true)
    expect(facts.spf !== null || !isSunscreen, product.slug).toBe(true)
  }
  const all = demoProducts.map((product) => toFacts(product, { urlOf, today }))
  expect(all.filter(({ obtained }) => obtained === 'gifted')).toHaveLength(3)
  expect(all.filter(({ obtained }) => obtained === 'sponsored')).toHaveLength(0)
  expect(all.filter(({ otherShops }) => otherShops.length > 0).length).toBeGreaterThanOrEqual(14)
  expect(new Set(all.map(({ rating }) => rating)).size).toBeGreaterThanOrEqual(6)
  for (const flag of ['fragranceFree', 'alcoholFree', 'vegan', 'crueltyFree'] as const)
    expect(all.filter((facts) => facts[flag] === null).length, flag).toBeGreaterThan(0)
})

check('a product has a typed price unless its shop belongs to Amazon', () => {
  for (const { slug, affiliateLink, price } of demoProducts)
    expect(price === undefined, slug).toBe(new URL(affiliateLink).host === 'beauty.example')
})

check('a routine has a morning and an evening with products of the shop', () => {
  const active = new Set(demoProducts.flatMap(({ slug, isActive }) => (isActive ? slug : [])))
  for (const { slug, steps } of demoRoutines) {
    expect(
      steps
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
      slug,
    ).toEqual(steps.map(({ time }) => time))
    for (const time of ['morning', 'evening'])
      expect(steps.filter((step) => step.time === time).length).toBeGreaterThan(1)
    for (const { product, swapProduct } of steps)
      for (const each of [product, swapProduct]) if (each) expect(active, slug).toContain(each)
    expect(
      steps.some(({ swap }) => swap),
      slug,
    ).toBe(true)
  }
  const cheap = demoRoutines.find(({ slug }) => slug === 'under-forty-dollars')!
  const needed = new Set(cheap.steps.flatMap(({ product }) => product ?? []))
  const prices = demoProducts.flatMap(({ slug, price }) => (needed.has(slug) ? (price ?? Number.NaN) : []))
  expect(prices.reduce((sum, price) => sum + price, 0)).toBe(39_50)
})

check('an ingredient names its sources, its evidence and a doctor, and its partners exist', () => {
  const names = new Set(demoIngredients.map(({ name }) => name))
  for (const { slug, whatItDoes, evidence, pregnancyNote, sources, goesWith, keepApart } of demoIngredients) {
    expect(whatItDoes.split('\n\n').length, slug).toBeGreaterThanOrEqual(3)
    expect(evidence, slug).toMatch(/stud|test|tradition/)
    expect(pregnancyNote, slug).toMatch(/doctor|midwife/)
    expect(sources.length, slug).toBeGreaterThan(0)
    for (const { url } of sources) expect(url, slug).toMatch(/^https:\/\//)
    for (const { name } of [...goesWith, ...keepApart]) expect(names, slug).toContain(name)
  }
  const shown = new Set(demoProducts.flatMap(({ facts }) => facts.keyIngredients))
  // The only one without a product: its page has to work, too.
  expect([...names].filter((name) => !shown.has(name))).toEqual(['Retinal'])
})

check('the demo makes no medical claim and names no real brand', () => {
  const claims = /\b(?:cure[sd]?|heal(?:s|ed|ing)?|treats|miracles?|detox\w*|anti-?aging|erases?|proven to)\b/i
  const brands =
    /CeraVe|Cetaphil|La Roche|Neutrogena|The Ordinary|Paula.s Choice|\bOlay\b|Vaseline|Aquaphor|Eucerin|Aveeno|\bNivea\b|Bioderma|\bVichy\b|Av[eè]ne|Clinique|Kiehl|Glossier|Drunk Elephant|COSRX|Supergoop|EltaMD|Sephora|\bUlta\b|Amazon|Weleda|Aesop/
  for (const [slug, whole] of texts) {
    const text = whole.replace(/https?:\S+/g, '')
    expect(text.match(claims)?.[0], slug).toBeUndefined()
    expect(text.match(brands)?.[0], slug).toBeUndefined()
  }
})

import { expect, test } from 'vitest'
import { type LinkPool, rankLinkTargets } from './rank-link-targets.ts'

let ids = 0
const article = (title: string, keywords = '') => ({ id: ++ids, title, slug: title, keywords })

const rank = (pool: Partial<LinkPool>) =>
  rankLinkTargets({ articles: [], products: new Map(), ingredients: new Map(), texts: [], names: [], ...pool })
const titles = (pool: Partial<LinkPool>) => rank(pool).map(({ title }) => title)
const wordsFor = (texts: string[], titleOrKeywords: ReturnType<typeof article>, names: string[] = []) =>
  rank({ articles: [titleOrKeywords], texts, names })[0]?.words

test('articles that share a rare product come before those with one that all have, and those that share nothing are absent', () => {
  const [common, rare, none, newest] = ['Common', 'Rare', 'None', 'Newest'].map((title) => article(title))
  const everywhere = new Set([1])
  expect(
    titles({
      articles: [newest!, none!, common!, rare!],
      products: new Map([
        [newest!.id, everywhere],
        [common!.id, everywhere],
        [rare!.id, new Set([2])],
      ]),
    }),
  ).toEqual(['Rare', 'Newest', 'Common'])
})

test('a shared product counts more than a shared ingredient, and the rarest ingredient is named first', () => {
  const [zinc, serum, both] = ['Zinc', 'Serum', 'Both'].map((title) => article(title))
  const ranked = rank({
    articles: [zinc!, serum!, both!],
    products: new Map([[serum!.id, new Set([1])]]),
    ingredients: new Map([
      [zinc!.id, new Set(['Glycerin'])],
      [both!.id, new Set(['Glycerin', 'Azelaic acid'])],
    ]),
  })
  expect(ranked.map(({ title }) => title)).toEqual(['Both', 'Serum', 'Zinc'])
  expect(ranked[0]!.ingredients).toEqual(['Azelaic acid', 'Glycerin'])
  expect(ranked[1]).toMatchObject({ products: 1, ingredients: [], words: null })
})

test('the words are a keyword or a telling part of the title, as the text spells them', () => {
  const layers = article('How to layer Vitamin C and retinol')
  expect(wordsFor(['First comes vitamin C and Retinols later.'], layers)).toBe('vitamin C and Retinols')
  expect(wordsFor(['Vitamins! C and retinol.'], layers)).toBeUndefined()
  expect(wordsFor(['We double-cleanse at night.'], article('Evenings', 'oil, double cleanse'))).toBe('double-cleanse')
  expect(wordsFor(['Niacinamide calms.'], article('Niacinamide for beginners'))).toBeUndefined()
  expect(wordsFor(['Niacinamide calms.'], article('Niacinamide for beginners'), ['Niacinamide'])).toBe('Niacinamide')
  expect(wordsFor(['Une crème légère.'], article('Any', 'Creme legere'))).toBe('crème légère')
})

test('a keyword of many articles carries no link', () => {
  const articles = Array.from({ length: 8 }, (_, index) => article(`Article ${index}`, 'skincare'))
  expect(titles({ articles, texts: ['All about skincare.'] })).toEqual([])
  expect(titles({ articles: articles.slice(0, 3), texts: ['All about skincare.'] })).toHaveLength(3)
})

test('ten articles at most, of a thousand with a long text in well under a second', () => {
  const subjects = ['retinal', 'ceramide', 'squalane', 'peptide', 'azelaic acid', 'sun stick', 'clay mask']
  const articles = Array.from({ length: 1000 }, (_, index) =>
    article(
      `What ${subjects[index % 7]} number ${index} does for a tired face in winter`,
      `${subjects[index % 7]} ${index}`,
    ),
  )
  const texts = Array.from(
    { length: 2000 },
    (_, index) => `A line about ${subjects[index % 7]} ${index} in winter light.`,
  )
  const start = performance.now()
  expect(rank({ articles, texts })).toHaveLength(10)
  expect(performance.now() - start).toBeLessThan(5000)
})

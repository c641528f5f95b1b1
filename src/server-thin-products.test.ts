import { expect, test } from 'vitest'
import { makeProduct } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { hasOwnWords } from './contract/shop/thin-page.ts'

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

test.each([
  [{}, false],
  [{ verdict: '  ', pros: [], cons: [' '] }, false],
  [{ verdict: 'Rich.' }, true],
  [{ cons: ['A jar'] }, true],
  [{ forWhom: words(30), notForWhom: words(19) }, false],
  [{ forWhom: words(30), notForWhom: words(20) }, true],
  [{ comedogenicNote: `– ${words(49)} –` }, false],
])('%j are words of the owner: %s', (facts, expected) => expect(hasOwnWords(facts)).toBe(expected))

test('a page without words of the owner is in neither the index of search engines nor the sitemap', async () => {
  const { get } = await testSite({
    rows: async (db) => {
      await makeProduct(db, { slug: 'thin', facts: JSON.stringify({ brand: 'Oatwhistle' }) })
      await makeProduct(db, { slug: 'reviewed', facts: JSON.stringify({ pros: ['Calm'] }) })
    },
  })
  const sitemap = await (await get('/sitemap.xml')).text()
  for (const [slug, isIndexed] of [
    ['thin', false],
    ['reviewed', true],
  ] as const) {
    const html = await (await get(`/shop/${slug}`)).text()
    expect(html.includes('<meta name="robots" content="noindex"/>'), slug).toBe(!isIndexed)
    expect(html.includes('rel="canonical"'), slug).toBe(isIndexed)
    expect(sitemap.includes(`/shop/${slug}</loc>`), slug).toBe(isIndexed)
  }
})

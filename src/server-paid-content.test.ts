import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

const noSponsors = ['no sponsored placement.', 'No Sponsored Placement', 'I publish no paid reviews']
const gifts = 'Some products here were gifts from their brands.'

test.each([
  ['bought', { isPaid: false, hasGifts: false }],
  ['gifted', { isPaid: false, hasGifts: true }],
  ['sponsored', { isPaid: true, hasGifts: false }],
] as const)('the default affiliate disclosure of a site with a %s product is true', async (obtained, state) => {
  const site = await testSite({
    rows: async (db) => {
      const others = JSON.stringify({ verdict: '"obtained":"gifted" "obtained":"sponsored"' })
      await makeProduct(db, { facts: others })
      await makeProduct(db, { facts: JSON.stringify({ obtained }) })
      const hidden = JSON.stringify({ obtained: obtained === 'gifted' ? 'sponsored' : 'gifted' })
      await makeProduct(db, { facts: hidden, is_active: false })
    },
  })
  const response = await site.get('/affiliate-disclosure')
  expect(response.headers.get('surrogate-key')!.split(' ')).toEqual(expect.arrayContaining(['products', 'posts']))
  const html = await response.text()
  for (const text of noSponsors) expect(html.includes(text), text).toBe(!state.isPaid)
  expect(html.includes('3. Work With Brands')).toBe(state.isPaid)
  expect(html.includes(gifts)).toBe(state.hasGifts)
  expect(html.includes('owe something to a brand, such as a payment')).toBe(state.isPaid)
  expect(html).toContain('That does not buy a recommendation.')
})

test('the default affiliate disclosure promises no unpaid articles while one has a label', async () => {
  const site = await testSite({
    rows: async (db) => void (await makePost(db, { label: 'ambassador', label_brand: 'X' })),
  })
  const html = await (await site.get('/affiliate-disclosure')).text()
  for (const text of noSponsors) expect(html, text).not.toContain(text)
  expect(html).toContain('3. Work With Brands')
  const drafts = await testSite({
    rows: async (db) => void (await makePost(db, { label: 'ad', published_at: null })),
  })
  expect(await (await drafts.get('/affiliate-disclosure')).text()).toContain('No Sponsored Placement')
})

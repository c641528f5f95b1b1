import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { postLabelNames } from '../../../contract/content/post-labels.ts'
import { cleanHtml } from './clean-html.ts'
import { renderBodies } from './render-body.ts'

const regions = ['', 'us', 'uk', 'de', 'other']

test('a label, a gift and a commission are disclosed before the first link, code and product of every body', async () => {
  const { db, asOwner } = await testApp()
  const product = (obtained: string) =>
    makeProduct(db, { facts: JSON.stringify({ obtained, verdict: 'Calm.' }), image_url: '' })
  const gift = await product('gifted')
  const sponsored = await product('sponsored')
  const bought = await product('bought')
  const id = fc.constantFrom(gift, sponsored, bought)
  const words = fc.constantFrom('Wash your face.', 'Use the code <code>DEW10</code>.', '<strong>Wait.</strong>')
  const link = fc
    .tuple(
      fc.constantFrom('https://shop.example/1', 'https://a.example/', '/shop', '#top'),
      fc.constantFrom('', ' rel="sponsored"'),
    )
    .map(([href, rel]) => `<a href="${href}"${rel}>link</a>`)
  const paragraph = fc
    .array(fc.oneof(words, link), { minLength: 1, maxLength: 4 })
    .map((parts) => `<p>${parts.join(' ')}</p>`)
  const block = id.chain((product) =>
    fc.constantFrom(
      `<div data-product-id="${product}"></div>`,
      `<section data-block="review" data-product-id="${product}"><p>Four weeks.</p></section>`,
      `<aside data-block="note" data-product-id="${product}"><p>Half a pump.</p></aside>`,
      `<section data-block="picks"><section data-block="pick" data-product-id="${product}"><h3>Best</h3><p>So.</p></section></section>`,
      `<div data-block="comparison" data-product-ids="${gift},${product}"></div>`,
      `<div data-block="products" data-product-ids="${product}"></div>`,
    ),
  )
  const nested = fc
    .array(paragraph, { minLength: 1, maxLength: 2 })
    .map((parts) => `<blockquote>${parts.join('')}</blockquote>`)
  const body = fc.array(fc.oneof(paragraph, nested, block, fc.constant('<h2>A heading</h2>')), {
    minLength: 1,
    maxLength: 6,
  })
  const label = fc.record({
    label: fc.constantFrom(...postLabelNames),
    labelBrand: fc.constantFrom('Oatwhistle', 'A & <b>'),
    labelSentence: fc.constantFrom('', 'A gift, gladly taken.'),
  })

  for (const readers of regions) {
    expect((await asOwner('/api/settings', { method: 'PUT', json: { readers } })).status).toBe(200)
    await fc.assert(
      fc.asyncProperty(body, label, async (parts, labelled) => {
        const stored = cleanHtml(parts.join(''))
        const [rendered] = await renderBodies(db, [{ id: 1, content: stored, ...labelled }])
        const { content } = rendered!
        const hasGift = new RegExp(`data-product-ids?="[\\d,]*\\b(?:${gift}|${sponsored})\\b`).test(stored)
        const opens = labelled.label !== 'none' || hasGift
        expect(content.startsWith(`<p data-part="disclosure"`)).toBe(
          opens || (content.indexOf('data-part="disclosure"') === 3 && content.includes(' data-affiliate="')),
        )
        expect(content.match(/data-part="opening"/g)?.length ?? 0).toBe(opens ? 1 : 0)
        const disclosed = content.indexOf('data-part="disclosure"')
        const firstAffiliate = content.indexOf(' data-affiliate="')
        if (firstAffiliate >= 0) {
          expect(disclosed).toBeGreaterThanOrEqual(0)
          expect(disclosed).toBeLessThan(firstAffiliate)
          expect(content).toContain('href="/affiliate-disclosure"')
        }
        if (opens) {
          const first = content.search(/<a |<code>|data-product-box|data-block/)
          expect(content.indexOf('data-part="opening"')).toBeLessThan(first < 0 ? content.length : first)
        }
        expect(content.match(/data-part="disclosure"/g)?.length ?? 0).toBe(opens || firstAffiliate >= 0 ? 1 : 0)
      }),
      { numRuns: 60 },
    )
  }
})

import { expect, test } from 'vitest'
import { networkNames } from '../../../contract/shop/networks.ts'
import { describeRules } from './rule-summary.tsx'

const unstated = { priceReason: '', hidePriceHours: null, disclosure: '', rulesReadOn: '', mailAnswer: '' as const }

test('the effects of Amazon’s rules follow what the owner has stated', () => {
  expect(describeRules('amazon', unstated)).toEqual([
    'No price is shown or used: “See price at Amazon” stands in its place.',
    'Pictures on Amazon’s own hosts are refused.',
    'Mails lead to a page of your site instead of the shop, until Amazon Associates allows links in mails.',
    'Links in feeds lead to the page of your site.',
    'Buttons say “View on Amazon”.',
    'Pages show “As an Amazon Associate I earn from qualifying purchases.”',
    'The nightly check opens the page behind a link without your tag.',
  ])
  const stated = describeRules('amazon', { ...unstated, priceReason: 'From its API', mailAnswer: 'allowed' })
  expect(stated[0]).toBe('Prices are shown for 1 day after their check.')
  expect(stated).toContain('Links stand in mails, as the program allows.')
})

test('each network has a sentence for each rule', () => {
  for (const network of networkNames) {
    const sentences = describeRules(network, unstated)
    expect(sentences.length, network).toBeGreaterThanOrEqual(6)
    expect(new Set(sentences).size).toBe(sentences.length)
  }
  expect(describeRules('awin', { ...unstated, hidePriceHours: 5 })[0]).toBe(
    'Prices are shown for 5 hours after their check.',
  )
})

import { expect, test } from 'vitest'
import { amazonLink, countStores, mostFrequentStore } from './amazon-store.ts'

const storeOf = (...texts: string[]) => {
  const counts = new Map<string, number>()
  for (const text of texts) countStores(text, counts)
  return mostFrequentStore(counts)
}

test('a link made of a number has the shop and the tracking ID that most links have', () => {
  const german = '<a href="https://www.amazon.de/dp/B00ABCDEFG?ref=x&amp;tag=calm-21">'
  const store = storeOf(german, `${german} https://amazon.com/dp/B00ABCDEFG`, 'https://www.amazon.com/?tag=other-20')
  expect(amazonLink('B00ABCDEFH', store)).toBe('https://www.amazon.de/dp/B00ABCDEFH?tag=calm-21')
  expect(amazonLink('B00ABCDEFH', store, { shop: 'UK' })).toBe('https://www.amazon.co.uk/dp/B00ABCDEFH')
  expect(amazonLink('B00ABCDEFH', store, { shop: 'fr', tag: 'mine-21' })).toBe(
    'https://www.amazon.fr/dp/B00ABCDEFH?tag=mine-21',
  )
})

test('without such links it leads to amazon.com; other hosts do not count', () => {
  expect(storeOf('https://www.amazon.evil/dp/B00ABCDEFG?tag=x-20')).toEqual({ host: 'www.amazon.com', tag: '' })
  expect(storeOf('//www.amazon.it/dp/B00ABCDEFG')).toEqual({ host: 'www.amazon.it', tag: '' })
})

import { expect, test } from 'vitest'
import { productKey } from './product-key.ts'
import { guessName, nameInWords } from './product-names.ts'

test.each([
  ['https://www.amazon.de/Oat-Toner/dp/B00ABCDEFG/ref=x?tag=a-21', 'https://amazon.com/gp/product/b00abcdefg'],
  [
    'https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Fshop.example%2Ftoner',
    'https://shop.example/toner/?utm_source=x',
  ],
  ['https://www.shop.example/toner?variant=2&ref=me', 'https://shop.example/toner?variant=2'],
])('%s and %s lead to one product', (one, other) => {
  expect(productKey(one)).toBe(productKey(other))
})

test('another variant is another product', () => {
  expect(productKey('https://shop.example/toner?variant=2')).not.toBe(
    productKey('https://shop.example/toner?variant=3'),
  )
})

test.each([
  ['Oat toner', 'Oat toner'],
  ['Click here', ''],
  ['check the latest price on Amazon', ''],
  ['this balm', ''],
  ['https://amzn.to/x', ''],
])('the words “%s” name “%s”', (words, name) => {
  expect(nameInWords(words, false)).toBe(name)
})

const amazon = 'https://www.amazon.de/dp/B00ABCDEFG'
test.each([
  [{ url: amazon, heading: '1. Oat toner', words: 'here' }, 'Oat toner'],
  [{ url: 'https://www.amazon.de/Moss-Balm/dp/B00ABCDEFG', heading: 'Where to buy it', words: '' }, 'Moss Balm'],
  [{ url: amazon, heading: '', words: 'this balm' }, 'Balm'],
  [{ url: amazon, heading: 'My verdict', words: 'here' }, 'Product B00ABCDEFG'],
  [{ url: 'https://shop.example/', heading: '', words: '' }, 'Shop.example'],
])('%o is called “%s”', (hints, name) => {
  expect(guessName(hints)).toBe(name)
})

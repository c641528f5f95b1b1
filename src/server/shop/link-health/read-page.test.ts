import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const stateOf = (html: string, url = 'https://shop.example/cream') => readPage(html, url).isOutOfStock
const soldOut = '<p>This item is out of stock.</p>'
const json = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
const offer = (availability: string, fields: object = {}) => ({
  '@type': 'Offer',
  availability: `https://schema.org/${availability}`,
  ...fields,
})
const product = (name: string, offers: unknown, fields: object = {}) => ({
  '@type': 'Product',
  name,
  offers,
  ...fields,
})

test.each([
  ['a sentence below the name', `<h1>Cream</h1>${soldOut}`],
  ['an apology', '<h1>Cream</h1><p>Sorry, this item is <b>out of stock</b>!</p>'],
  [
    'the availability of Amazon above the name',
    '<div id="availability"><span>Currently unavailable.</span><br>We don’t know when or if</div><h1>Cream</h1>',
  ],
  ['a disabled button', `<h1>Cream</h1>${soldOut}<button disabled>Add to cart</button>`],
  ['a button of a disabled form', `<h1>Cream</h1>${soldOut}<fieldset disabled><button>Add to bag</button></fieldset>`],
  ['a button that is not shown', `<h1>Cream</h1>${soldOut}<div hidden><button>Buy now</button></div>`],
  ['a hidden label of a button', `<h1>Cream</h1>${soldOut}<button><span hidden>Add to cart</span>Sold out</button>`],
  ['a button of a related product', `<h1>Cream</h1>${soldOut}<h2>You may also like</h2><button>Add to cart</button>`],
])('visible text near the offer makes a page out of stock: %s', (_what, html) => {
  expect(stateOf(html)).toBe(true)
})

test.each([
  ['hidden', `<h1>Cream</h1><div hidden>${soldOut}</div>`],
  ['hidden by a style', `<h1>Cream</h1><div style="color: red; display: none">${soldOut}</div>`],
  ['hidden by a class', `<h1>Cream</h1><div class="stock is-hidden">${soldOut}</div>`],
  ['hidden from assistive technology', `<h1>Cream</h1><div aria-hidden="true">${soldOut}</div>`],
  ['a closed dialog', `<h1>Cream</h1><dialog>${soldOut}</dialog>`],
  ['folded away', `<h1>Cream</h1><details><summary>Help</summary>${soldOut}</details>`],
  ['a question', '<h1>Cream</h1><p>What if this item is out of stock? We write to you.</p>'],
  ['a question of its own', '<h1>Cream</h1><p>This item is out of stock?</p>'],
  ['a condition', '<h1>Cream</h1><p>If this item is out of stock, we write to you.</p>'],
  ['a related product', `<h1>Cream</h1><h2>More creams</h2><h3>Balm</h3>${soldOut}`],
  ['a list beside the product', `<h1>Cream</h1><aside>${soldOut}</aside>`],
  ['a part for related products', `<h1>Cream</h1><div class="related-products">${soldOut}</div>`],
  ['far below', `<h1>Cream</h1>${'<p>A jar of cream.</p>'.repeat(400)}${soldOut}`],
  ['a button', `<h1>Cream</h1>${soldOut}<button type="submit"><span>Add to cart</span></button>`],
  ['an input', `<h1>Cream</h1>${soldOut}<input type="submit" value="Add to Basket">`],
  ['a button below the description', `<h1>Cream</h1>${soldOut}<h2>Size</h2><button>In den Warenkorb</button>`],
])('a page that can be bought from is not out of stock: %s', (_what, html) => {
  expect(stateOf(html)).toBe(false)
})

test('an enabled buy button outweighs what structured data say', () => {
  const data = json(product('Cream', offer('OutOfStock')))
  expect(stateOf(`${data}<h1>Cream</h1>`)).toBe(true)
  expect(stateOf(`${data}<h1>Cream</h1><button>Add to bag</button>`)).toBe(false)
})

test.each([
  [
    'related products in their list',
    [
      product('Cream', offer('OutOfStock')),
      { '@type': 'ItemList', itemListElement: [{ item: product('Balm', offer('InStock')) }] },
    ],
  ],
  ['another product', [product('Balm', offer('InStock')), product('Cream', offer('OutOfStock'))]],
  [
    'a product at another address',
    [
      product('Balm', offer('InStock'), { url: '/balm' }),
      product('Rich cream', offer('OutOfStock'), { url: '/cream' }),
    ],
  ],
  [
    'a related product within',
    product('Cream', offer('OutOfStock'), { isRelatedTo: product('Balm', offer('InStock')) }),
  ],
  [
    'a graph',
    {
      '@graph': [
        { '@type': 'WebPage', mainEntity: product('Cream', { '@type': 'AggregateOffer', offers: [offer('SoldOut')] }) },
      ],
    },
  ],
  ['the sum of its offers', product('Cream', { '@type': 'AggregateOffer', availability: 'OutOfStock' })],
  [
    'all of its sizes',
    {
      '@type': 'ProductGroup',
      name: 'Cream',
      hasVariant: [product('Cream 50', offer('OutOfStock')), product('Cream 100', offer('Discontinued'))],
    },
  ],
])('the offer is that of the product of the page: %s', (_what, data) => {
  expect(stateOf(`${json(data)}<h1>Cream</h1>`)).toBe(true)
})

test('the offer is that of the size in the link; without one, any size in stock counts', () => {
  const sizes = json(
    product('Cream', [
      offer('InStock', { url: 'https://shop.example/cream?variant=1', sku: 'C-50' }),
      offer('OutOfStock', { url: 'https://shop.example/cream?variant=2', sku: 'C-100' }),
    ]),
  )
  const at = (query: string) => stateOf(`${sizes}<h1>Cream</h1>`, `https://shop.example/cream${query}`)
  expect(at('?variant=2&utm_source=x')).toBe(true)
  expect(at('?skuId=C-100')).toBe(true)
  expect(at('?variant=1')).toBe(false)
  expect(at('')).toBe(false)
  expect(at('?variant=9')).toBe(false)
  const group = json({
    '@type': 'ProductGroup',
    hasVariant: [
      product('Cream 50', offer('InStock'), { url: '/cream-50' }),
      product('Cream 100', offer('OutOfStock'), { url: '/cream-100' }),
    ],
  })
  expect(stateOf(group, 'https://shop.example/cream-100')).toBe(true)
  expect(stateOf(group, 'https://shop.example/cream-50')).toBe(false)
})

test('data that cannot be parsed, or that belong to an uncertain product, say nothing', () => {
  expect(stateOf('<script type="application/ld+json">{"offers":{"availability":"OutOfStock"},}</script>')).toBe(false)
  expect(stateOf(json({ text: '"availability":"OutOfStock"' }))).toBe(false)
  expect(stateOf(json([product('A', offer('OutOfStock')), product('B', offer('InStock'))]))).toBe(false)
  expect(stateOf(json({ itemListElement: [product('Cream', offer('OutOfStock'))] }))).toBe(false)
  expect(stateOf(`<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`)).toBe(
    false,
  )
  // Raw line breaks within strings are common.
  const broken = json(product('Cream', offer('OutOfStock'), { description: 'a#b' })).replace('#', '\n')
  expect(stateOf(broken)).toBe(true)
})

test('microdata of related products say nothing about the product of the page', () => {
  const scope = (name: string, state: string) =>
    `<div itemscope itemtype="https://schema.org/Product">${name}<div itemprop="offers" itemscope><link itemprop="availability" href="https://schema.org/${state}"></div></div>`
  expect(stateOf(scope('<h1>Cream</h1>', 'OutOfStock') + scope('<h3>Balm</h3>', 'InStock'))).toBe(true)
  expect(stateOf(scope('<h3>Balm</h3>', 'OutOfStock') + scope('<h1>Cream</h1>', 'InStock'))).toBe(false)
  expect(stateOf(`<h1>Cream</h1>${scope('Balm', 'OutOfStock')}${scope('Oil', 'InStock')}`)).toBe(false)
})

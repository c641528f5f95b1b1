import { expect, test } from 'vitest'
import type { OldSite } from './old-site.ts'
import { createProductPlan } from './plan-products.ts'

/** An export that does not say where the site was. */
const site: OldSite = {
  findLink: ({ url }) => (url === '/2019/toner/' ? '/blog/toner' : undefined),
  findFragment: () => undefined,
  describeLink: () => ({ name: '', picture: '' }),
  amazon: { host: 'www.amazon.com', tag: '' },
  attachedTo: () => [],
  findPictureKey: () => undefined,
  isOwn: (url) => url.startsWith('/'),
  absolute: (url) => url,
}

test.each([
  '/go/serum',
  '/2019/toner/',
  '',
  'javascript:alert(1)',
  'https://user@shop.example/',
  '//',
  'https://[bad/',
])('a link and a box of %j make no product', (url) => {
  const plan = createProductPlan(site, undefined)
  for (const isBox of [true, false]) plan.find({ url, name: 'Serum', picture: '', rel: 'sponsored', isBox })
  expect(plan.items()).toEqual([])
})

test.each([
  'https://shop.example/%E0%A4%A',
  'https://shop.example/?a=%',
  'https://www.amazon.com/dp/B00ABCDEFG%00',
  `https://shop.example/${'x'.repeat(5000)}`,
  'https://shop.example/🧴',
])('a box of %s makes one', (url) => {
  const plan = createProductPlan(site, undefined)
  plan.find({ url, name: '', picture: '', isBox: true })
  expect(plan.items()).toHaveLength(1)
})

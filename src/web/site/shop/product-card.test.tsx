import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProductCardData } from '../../data/page-data.ts'
import { Router } from '../../lib/router.tsx'
import { CompactProductCard, PriceDates, ProductCard } from './product-card.tsx'

const product: ProductCardData = {
  id: 1,
  name: 'Oat cream',
  price: '24.50',
  currency: 'USD',
  imageUrl: 'https://shop.example/oat.jpg',
  imageAlt: 'A jar of oat cream',
  affiliateLink: 'https://shop.example/oat',
  slug: 'oat-cream',
  picture: null,
}

/** Another value of each field that a card carries. */
const others: {
  [Field in keyof Required<Omit<ProductCardData, 'id' | 'picture' | 'priceCheckedOn'>>]: ProductCardData[Field]
} = {
  name: 'Birch toner',
  slug: 'birch-toner',
  price: '9.00',
  currency: 'EUR',
  imageUrl: 'https://shop.example/birch.jpg',
  imageAlt: 'A bottle of birch toner',
  affiliateLink: 'https://shop.example/birch',
  verdict: 'Calm in a bottle.',
  forWhom: 'Dry skin',
  shopName: 'Birch & Co.',
  codeSlot: { from: 26, to: 26, before: '?clickref=', after: '' },
  obtainedLabel: 'Gift from the brand',
  offer: { button: 'View on Amazon' },
}

for (const Card of [ProductCard, CompactProductCard]) {
  const render = (shown: ProductCardData) =>
    renderToStaticMarkup(
      <Router href="/shop" load={async () => {}} prefetch={() => {}}>
        <Card product={shown} placement="shop" />
      </Router>,
    )

  test.each(Object.entries(others))(`${Card.name} shows %s where it should`, (field, other) => {
    expect(render({ ...product, [field]: other })).not.toBe(render(product))
  })

  test(`${Card.name} draws nothing for what is not said`, () => {
    const html = render(product)
    expect(html).not.toMatch(/product-verdict|product-whom|<small>/)
    expect(render({ ...product, shopName: 'Birch & Co.' })).toContain(
      '<span class="tabular-nums">$24.50</span><small> · Birch &amp; Co.</small>',
    )
  })

  test(`${Card.name} leads to the product's page by picture and name, and to the shop by the button`, () => {
    const hrefs = [...render(product).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(hrefs).toEqual(['/shop/oat-cream', '/shop/oat-cream', 'https://shop.example/oat'])
  })
}

test('a list of cards says once when the prices that it shows were checked', () => {
  const render = (...days: (string | undefined)[]) =>
    renderToStaticMarkup(
      <PriceDates
        products={days.map((priceCheckedOn) => ({ ...product, ...(priceCheckedOn ? { priceCheckedOn } : {}) }))}
      />,
    )
  expect(render('2026-03-05', '2026-03-03')).toBe('<p class="price-dates">Prices checked March 3 – 5, 2026</p>')
  expect(render('2026-03-05', undefined)).toBe('<p class="price-dates">Some prices checked March 5, 2026</p>')
  expect(render(undefined)).toBe('')
})

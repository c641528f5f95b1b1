import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProductInput } from '../../../contract/product-fields.ts'
import type { Product } from '../../../contract/products.ts'
import { CompactProductCard, ProductCard } from './product-card.tsx'

const product: Product = {
  id: 1,
  name: 'Oat cream',
  category: 'Masks',
  price: '24.50',
  currency: 'USD',
  imageUrl: 'https://shop.example/oat.jpg',
  imageAlt: 'A jar of oat cream',
  affiliateLink: 'https://shop.example/oat',
  isActive: true,
  picture: null,
}

/** Another value of each field; undefined for those that no card shows. */
const others: { [Field in keyof ProductInput]: ProductInput[Field] | undefined } = {
  name: 'Birch toner',
  category: undefined,
  price: '9.00',
  currency: 'EUR',
  imageUrl: 'https://shop.example/birch.jpg',
  imageAlt: 'A bottle of birch toner',
  affiliateLink: 'https://shop.example/birch',
  isActive: undefined,
}

for (const Card of [ProductCard, CompactProductCard]) {
  const render = (shown: Product) => renderToStaticMarkup(<Card product={shown} placement="shop" />)

  test.each(Object.entries(others))(`${Card.name} shows %s where it should`, (field, other) => {
    const isShown = other !== undefined
    const changed = { ...product, [field]: isShown ? other : undefined }
    expect(render(changed) !== render(product)).toBe(isShown)
  })
}

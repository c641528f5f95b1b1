import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { currencyFault } from '../../../contract/shop/prices.ts'
import { blankFacts } from '../../../contract/shop/product-facts.ts'
import { blankProduct, type ProductInput, ProductValues } from '../../../contract/shop/product-fields.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { productCalls } from '../../data/owner/products.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import type { RowNoun } from '../kit/rows/catalogue.ts'

export const products: RowNoun<OwnerProduct> = {
  path: '/admin/products',
  one: 'product',
  many: 'products',
  calls: productCalls,
  messages: {
    activated: adminMessages.productsActivated,
    deactivated: adminMessages.productsDeactivated,
    deleted: adminMessages.productsDeleted,
    restored: adminMessages.productsRestored,
  },
}

export type ProductFormValues = z.input<typeof ProductInput>
export type ProductFormState = UseFormReturn<ProductFormValues, unknown, ProductInput>

/** The form's values; a new product has the currency of the site and the suggested name. */
export function valuesOf(product: OwnerProduct | undefined, currency = 'USD', name = ''): ProductFormValues {
  return product
    ? { ...ProductValues.parse(product), slug: product.slug, facts: product.facts }
    : { ...blankProduct, name, currency: currencyFault(currency) ? 'USD' : currency, slug: '', facts: blankFacts }
}

/** Without rows in which nothing was typed. */
export function withoutEmptyRows({ facts, ...fields }: ProductFormValues): ProductFormValues {
  if (!facts) return fields
  const isText = (text: string) => text.trim() !== ''
  const { pros = [], cons = [], moreImages = [], otherShops = [], ...others } = facts
  return {
    ...fields,
    facts: {
      ...others,
      pros: pros.filter(isText),
      cons: cons.filter(isText),
      moreImages: moreImages.filter(isText),
      otherShops: otherShops.filter(({ name, link, price = '' }) => isText(`${name}${link}${price}`)),
    },
  }
}

import type { ProductFormValues } from '../product-fields.tsx'

/** The values of a form without rows in which nothing was typed. */
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

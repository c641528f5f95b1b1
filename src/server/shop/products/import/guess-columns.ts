import type { ColumnMapping, ImportField } from '../../../../contract/product-import.ts'

/** Headers as other programs write them, without spaces, signs and capitals. */
const names: Record<ImportField, string[]> = {
  id: ['id', 'productid'],
  name: ['name', 'productname', 'product', 'title', 'producttitle', 'item'],
  category: ['category', 'categories', 'productcategory', 'producttype', 'type', 'section'],
  price: ['price', 'regularprice', 'saleprice', 'variantprice', 'amount', 'cost'],
  currency: ['currency', 'currencycode', 'pricecurrency'],
  imageUrl: ['imageurl', 'image', 'images', 'imagelink', 'imagesrc', 'picture', 'pictureurl', 'photo', 'thumbnail'],
  imageAlt: ['imagealt', 'imagealttext', 'alttext', 'alt', 'imagedescription'],
  affiliateLink: [
    'affiliatelink',
    'affiliateurl',
    'externalurl',
    'producturl',
    'productlink',
    'buyurl',
    'deeplink',
    'trackingurl',
    'link',
    'url',
  ],
  isActive: ['isactive', 'active', 'status', 'published', 'enabled', 'visible'],
  position: ['position', 'menuorder', 'sortorder', 'order', 'place', 'rank'],
}

/** The field of each column by its header. Of two columns for a field the one with the more usual name has it. */
export function guessColumns(header: string[]): ColumnMapping {
  const plain = header.map((text) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  )
  const mapping: ColumnMapping = header.map(() => null)
  for (const [field, known] of Object.entries(names) as [ImportField, string[]][]) {
    const name = known.find((candidate) => plain.includes(candidate))
    if (name !== undefined) mapping[plain.indexOf(name)] = field
  }
  return mapping
}

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  FIRST_CATEGORY,
  type ImportChoices,
  type ImportSurvey,
  type ProductChoices,
} from '../../../contract/app/site-imports.ts'
import { ownerProductCategoriesQuery } from '../../data/owner/products.ts'
import { SelectField, TextField } from '../kit/form-fields.tsx'

type ProductChoicesProps = {
  products: NonNullable<ImportSurvey['products']>
  choices: ImportChoices
  onChange: (choices: Partial<ProductChoices>) => void
}

/** The decisions about the products that texts of the old site show in boxes or link to. */
export function ProductChoiceFields({ products: { boxes, links, names }, choices, onChange }: ProductChoicesProps) {
  const categories = useQuery(ownerProductCategoriesQuery()).data ?? []
  const [category, setCategory] = useState(choices.productCategory)
  const listId = useId()
  const makesProducts =
    (boxes > 0 && choices.productBoxes === 'notes') || (links > 0 && choices.affiliateLinks === 'products')
  return (
    <div className="space-y-4">
      {boxes > 0 && (
        <SelectField
          name="productBoxes"
          label="Boxes of products"
          hint="A margin note shows the product with its link, in place of the box."
          value={choices.productBoxes}
          onChange={({ target }) => onChange({ productBoxes: target.value as ProductChoices['productBoxes'] })}
        >
          <option value="notes">Margin notes on products of the shop</option>
          <option value="links">Links</option>
        </SelectField>
      )}
      {links > 0 && (
        <SelectField
          name="affiliateLinks"
          label="Affiliate links and short links"
          hint="Short links keep their old address, which redirects."
          value={choices.affiliateLinks}
          onChange={({ target }) => onChange({ affiliateLinks: target.value as ProductChoices['affiliateLinks'] })}
        >
          <option value="links">Links to the shop that sells it</option>
          <option value="products">Links to products, which are made of them</option>
        </SelectField>
      )}
      {makesProducts && (
        <>
          <TextField
            name="productCategory"
            label="Category of new products"
            hint="New products are in the shop at once, without prices. A product that the shop has already is used."
            optional
            value={category}
            placeholder={categories[0] ?? FIRST_CATEGORY}
            list={listId}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setCategory(target.value)}
            onBlur={() => category.trim() !== choices.productCategory && onChange({ productCategory: category.trim() })}
          />
          <datalist id={listId}>
            {categories.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
      {names.length > 0 && (
        <p className="text-sm text-ink-soft wrap-anywhere">Among them: {names.map((name) => `“${name}”`).join(', ')}</p>
      )}
    </div>
  )
}

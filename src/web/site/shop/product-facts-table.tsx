import { Fragment, type ReactNode } from 'react'
import { unitPrices } from '../../../contract/shop/unit-price.ts'
import type { ProductPageData } from '../../data/shop.ts'
import { fillPattern } from '../../lib/route-pattern.ts'
import { Link } from '../../lib/router.tsx'
import { useWritten } from '../layout/use-written.ts'

type Props = { product: ProductPageData; ingredients: ProductPageData['ingredients'] }

/** Shows the facts of a product that the owner has entered, and no line for others. */
export function ProductFactsTable({ product, ingredients }: Props) {
  const written = useWritten()
  const { facts } = product
  const size = facts.sizeAmount === null ? '' : `${facts.sizeAmount} ${facts.sizeUnit}`
  const perUnit = unitPrices(product)
  const free = [facts.fragranceFree, facts.alcoholFree, facts.vegan, facts.crueltyFree]
  const isFreeKnown = free.some((each) => each !== null)
  const rows: [label: string, value: ReactNode, attributes?: typeof written][] = [
    ['Size', perUnit ? `${size} (${perUnit})` : size],
    ['Skin types', capitalized(facts.skinTypes.join(', '))],
    ['Concerns', capitalized(facts.concerns.join(', ')), written],
    ['Key ingredients', ingredients.length > 0 && <Ingredients ingredients={ingredients} />, written],
    ['Texture', facts.texture, written],
    ['SPF', facts.spf],
    ['Fragrance-free', isFreeKnown && toWords(facts.fragranceFree)],
    ['Alcohol-free', isFreeKnown && toWords(facts.alcoholFree)],
    ['Vegan', isFreeKnown && toWords(facts.vegan)],
    ['Cruelty-free', isFreeKnown && toWords(facts.crueltyFree)],
    ['Comedogenic note', facts.comedogenicNote, written],
    ['Tested for', facts.testedWeeks && `${facts.testedWeeks} ${facts.testedWeeks === 1 ? 'week' : 'weeks'}`],
    ['Disclosed as', capitalized(facts.obtained)],
  ]
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="facts" className="product-facts">
      <h2 id="facts" className="heading">
        The facts
      </h2>
      <dl>
        {known.map(([label, value, attributes]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd {...attributes}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Ingredients({ ingredients }: Pick<Props, 'ingredients'>) {
  return ingredients.map(({ name, slug }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two names may be one ingredient
    <Fragment key={index}>
      {index > 0 && ', '}
      {slug ? (
        <Link href={fillPattern('/ingredients/:slug', { slug })} className="product-link">
          {name}
        </Link>
      ) : (
        name
      )}
    </Fragment>
  ))
}

function toWords(known: boolean | null): string {
  return known === null ? 'Not known' : known ? 'Yes' : 'No'
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import type { ReactNode } from 'react'
import { checkedLine } from '../../../../../contract/content/checked-line.ts'
import { bodyRows, type ComparisonRow, comparisonRows } from '../../../../../contract/content/comparison-rows.ts'
import { comparisonTable, ratingLine } from '../../../../../contract/content/product-lines.ts'
import { shortPriceLine, shownOffers } from '../../../../../contract/content/product-offers.ts'
import type { OwnerProduct } from '../../../../../contract/shop/products.ts'
import { Picture } from '../../../../ui/picture.tsx'

type ComparisonPreviewProps = {
  products: OwnerProduct[]
  rows: readonly ComparisonRow[]
  /** The id of the owner's pick. */
  pick: number | undefined
}

/** The table as readers see it, with a button that leads nowhere. */
export function ComparisonPreview({ products, rows, pick }: ComparisonPreviewProps) {
  const offers = products.map((product) => shownOffers(product)[0])
  const hasPrice = rows.includes('price')
  const column = products.findIndex(({ id }) => id === pick)
  return (
    <div data-block="comparison" data-pick={column < 0 ? undefined : column + 1}>
      <table>
        <thead>
          <tr>
            <td />
            {products.map(({ id, name, picture, imageUrl }) => (
              <th key={id} scope="col">
                {id === pick && <span data-part="pick">My pick</span>}
                <Picture
                  picture={picture}
                  src={imageUrl}
                  alt=""
                  sizes="120px"
                  drawn={106}
                  className="comparison-picture"
                />
                {name}
              </th>
            ))}
          </tr>
          {rows.includes('rating') && (
            <Row label={comparisonRows.rating} cells={products.map((product) => ratingCell(product))} />
          )}
          <Row
            label={hasPrice ? comparisonRows.price : 'Shop'}
            cells={offers.map((offer) => (
              <>
                {hasPrice && <span data-part="price">{shortPriceLine(offer)}</span>}
                {offer.link && <span className="comparison-button">{offer.button}</span>}
              </>
            ))}
          />
        </thead>
        <tbody>
          {comparisonTable(bodyRows(rows), products).map(({ label, cells }) => (
            <Row key={label} label={label} cells={cells.map((cell) => cell || '–')} />
          ))}
        </tbody>
      </table>
      {hasPrice && <p data-part="checked">{checkedLine(offers)}</p>}
    </div>
  )
}

function ratingCell({ facts }: OwnerProduct): ReactNode {
  if (facts.rating === null) return '–'
  return (
    <>
      <span data-stars={facts.rating} /> {ratingLine(facts)}
    </>
  )
}

function Row({ label, cells }: { label: string; cells: ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its column
        <td key={at}>{cell}</td>
      ))}
    </tr>
  )
}

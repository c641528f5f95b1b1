import { checkedLine } from '../../../../contract/content/checked-line.ts'
import { brandLine, decidingFacts, nameWithoutBrand, ratingLine } from '../../../../contract/content/product-lines.ts'
import { buttonWords, type ShownOffer, shownOffers } from '../../../../contract/content/product-offers.ts'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'
import { Picture } from '../../../ui/picture.tsx'

type PreviewProps = { product: OwnerProduct }

/** The parts of a block as readers see them, without links: the style sheet of blocks styles them by the same attributes. */

export function ReviewStart({ product }: PreviewProps) {
  const { facts, obtainedLabel } = product
  return (
    <div data-part="head">
      <ProductPicture product={product} />
      <div>
        <p data-part="brand">{brandLine(product)}</p>
        <p data-part="name">
          <strong dir="auto">{nameWithoutBrand(product)}</strong>
        </p>
        {obtainedLabel && <p data-part="label">{obtainedLabel}</p>}
        <Rating product={product} />
      </div>
      {facts.verdict && <p data-part="verdict">{facts.verdict}</p>}
      <div data-part="shop">
        <Shops offers={shownOffers(product)} />
      </div>
    </div>
  )
}

export function ReviewEnd({ product }: PreviewProps) {
  const { pros, cons } = product.facts
  const chips = decidingFacts(product)
  return (
    <>
      {pros.length + cons.length > 0 && (
        <div data-part="notes">
          <Notes part="pros" title="Pros" texts={pros} />
          <Notes part="cons" title="Cons" texts={cons} />
        </div>
      )}
      {chips.length > 0 && (
        <ul data-part="chips">
          {chips.map((chip) => (
            <li key={chip}>{chip}</li>
          ))}
        </ul>
      )}
    </>
  )
}

export function PickStart({ product }: PreviewProps) {
  return (
    <>
      <ProductPicture product={product} />
      <p contentEditable={false} data-part="name">
        <strong dir="auto">{product.name}</strong>
      </p>
      {product.obtainedLabel && (
        <p contentEditable={false} data-part="label">
          {product.obtainedLabel}
        </p>
      )}
    </>
  )
}

/** The verdict stands in place of a reason that is not written yet. */
export function PickEnd({ product, hasReason }: PreviewProps & { hasReason: boolean }) {
  const [offer] = shownOffers(product)
  return (
    <>
      {!hasReason && product.facts.verdict && (
        <p contentEditable={false} data-part="verdict">
          {product.facts.verdict}
        </p>
      )}
      <div contentEditable={false} data-part="shop">
        <Rating product={product} />
        <p>
          <ShopNow offer={{ ...offer, isLowest: false }} />
        </p>
      </div>
    </>
  )
}

function ProductPicture({ product: { picture, imageUrl } }: PreviewProps) {
  if (!picture && !imageUrl) return null
  return <Picture picture={picture} src={imageUrl} alt="" sizes="240px" drawn={160} className="aspect-4/5 rounded-lg" />
}

function Rating({ product: { facts } }: PreviewProps) {
  if (facts.rating === null) return null
  return (
    <p data-part="rating">
      <span data-stars={facts.rating} aria-hidden="true" /> {ratingLine(facts)}
    </p>
  )
}

function Shops({ offers: [first, ...others] }: { offers: [ShownOffer, ...ShownOffer[]] }) {
  const checked = checkedLine([first, ...others])
  return (
    <>
      <p>
        <ShopNow offer={first} />
      </p>
      {others.length > 0 && (
        <ul data-part="shops">
          {others.map((offer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a shop may stand there twice
            <li key={index}>
              <span>
                {offer.shop}
                <Figure offer={offer} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {checked && <p data-part="checked">{checked}</p>}
    </>
  )
}

function ShopNow({ offer }: { offer: ShownOffer }) {
  return (
    <span data-part="shop-now">
      {buttonWords(offer)}
      <Figure offer={offer} />
    </span>
  )
}

function Figure({ offer: { price, instead, isLowest } }: { offer: ShownOffer }) {
  const small = isLowest ? 'Lowest listed' : instead
  return (
    <>
      {small && <small>{small}</small>}
      {price && <b>{price}</b>}
    </>
  )
}

function Notes({ part, title, texts }: { part: string; title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div data-part={part}>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

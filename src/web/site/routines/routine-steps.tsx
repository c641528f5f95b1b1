import type { BuiltStep, RoutineProduct, RoutineStep, RoutineTotal } from '../../../contract/content/routines.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { unbrokenName } from '../../../contract/shop/unbroken-name.ts'
import { productHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { Picture } from '../../ui/picture.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { AffiliateLink } from '../shop/affiliate-link.tsx'

type RoutineStepsProps = {
  steps: Step[]
  /** Absent for a routine that a reader has built. */
  routineId?: number
  hasBoxes?: boolean
}

type Step = RoutineStep & Partial<Pick<BuiltStep, 'choice' | 'reason'>>

const titles = { morning: 'Morning', evening: 'Evening' } as const

/** Morning and evening as two ordered lists; a time without steps is left out. */
export function RoutineSteps({ steps, routineId, hasBoxes = true }: RoutineStepsProps) {
  return (
    <div className="routine-times">
      {(['morning', 'evening'] as const).map((time) => {
        const own = steps.filter((step) => step.time === time)
        if (own.length === 0) return null
        return (
          <section key={time} aria-labelledby={`routine-${time}`} className="routine-time">
            <h2 id={`routine-${time}`} className="heading routine-time-title">
              {titles[time]}
            </h2>
            <ol className="routine-steps">
              {own.map((step, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
                <li key={i} className="routine-step">
                  {hasBoxes && <span aria-hidden="true" className="routine-box" />}
                  <StepBody step={step} routineId={routineId} />
                </li>
              ))}
            </ol>
          </section>
        )
      })}
    </div>
  )
}

function StepBody({ step, routineId }: { step: Step; routineId: number | undefined }) {
  const written = useWritten()
  const { kind, product, amount, often, wait, why, swap, swapProduct } = step
  const note = stepNote(step)
  const facts = [
    ['How much', amount],
    ['How often', often],
    ['Wait', wait],
  ].filter(([, text]) => text)
  return (
    <div className="routine-body">
      <h3 {...written} className={product ? 'routine-kind' : 'routine-name'}>
        {kind}
      </h3>
      {product && <ProductRow product={product} routineId={routineId} />}
      {note && <p className="routine-note">{note}</p>}
      {facts.length > 0 && (
        <dl className="routine-facts">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd {...written}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {why && (
        <p {...written} className="routine-why">
          {why}
        </p>
      )}
      {(swap || swapProduct) && (
        <p {...written} className="routine-swap">
          <strong>For sensitive skin:</strong> {swap}
          {swap && swapProduct && ' '}
          {swapProduct && <Link href={productHref(swapProduct.slug)}>{swapProduct.name}</Link>}
          {swapProduct?.obtainedLabel && ` (${swapProduct.obtainedLabel})`}
        </p>
      )}
    </div>
  )
}

/** Picture and name lead to the product's page, the button to the shop. */
function ProductRow({ product, routineId }: { product: RoutineProduct; routineId: number | undefined }) {
  const written = useWritten()
  const site = useSite()
  const href = productHref(product.slug)
  const { id, affiliateLink, codeSlots: [codeSlot] = [], offers: [offer] = [] } = product
  const link = { id, affiliateLink, ...(codeSlot && { codeSlot }) }
  return (
    <div className="routine-product">
      <Link href={href} tabIndex={-1} aria-hidden="true" className="routine-picture">
        <Picture
          picture={product.picture}
          src={product.imageUrl}
          alt=""
          sizes="88px"
          drawn={88}
          className="routine-frame"
        />
      </Link>
      <div className="routine-text">
        <p {...written} className="routine-name">
          <Link href={href}>{unbrokenName(product.name)}</Link>
        </p>
        {product.obtainedLabel && <p className="product-label">{product.obtainedLabel}</p>}
        <p className="routine-address">{absoluteUrl(site, href).replace(/^https?:\/\//, '')}</p>
        <div className="routine-buy">
          <span className="routine-price">
            {product.price ? formatPrice(product.price, product.currency) : offer?.instead}
          </span>
          <AffiliateLink product={link} placement="routine" sourceId={routineId} className="routine-shop">
            {offer?.button ?? 'Shop Now'}
            <span className="sr-only">: {product.name} (opens in a new tab)</span>
          </AffiliateLink>
        </div>
      </div>
    </div>
  )
}

/** '$54.00', for two currencies '$54.00 and €12.00', and 'from $41.00, without 2 prices'; '' for no product. */
export function totalInWords({ totals, unpriced }: { totals: RoutineTotal[]; unpriced: number }): string {
  const sum = totals.map(({ price, currency }) => formatPrice(price, currency)).join(' and ')
  if (unpriced === 0) return sum
  return sum ? `from ${sum}, without ${unpriced} ${unpriced === 1 ? 'price' : 'prices'}` : 'see the prices at the shops'
}

/** Why a step of a built routine differs from the owner's own one; undefined where it does not. */
function stepNote({ choice, reason, product }: Step): string | undefined {
  if (choice === 'swap') return 'My swap for sensitive skin.'
  if (choice === 'alternative') {
    if (reason === 'budget') return 'A less expensive one of mine, to keep to your budget.'
    if (reason === 'skin') return 'In place of my usual one, which is not for your skin type.'
    return product?.price ? 'The least expensive one of mine for this step.' : 'One of mine for this step.'
  }
  if (choice !== 'none') return undefined
  if (reason === 'budget') return 'Left out: nothing of mine for this step fits your budget.'
  if (reason === 'skin') return 'Left out: nothing of mine for this step is for your skin type.'
  return reason === 'gone' ? 'I recommend no product for this step at the moment.' : undefined
}

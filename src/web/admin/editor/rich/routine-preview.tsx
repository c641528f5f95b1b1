import { pictureUrl, widthsUpTo } from '../../../../contract/content/picture-url.ts'
import {
  type RoutineDetails,
  type RoutineProduct,
  type RoutineStep,
  routineTimes,
} from '../../../../contract/content/routines.ts'
import { unbrokenName } from '../../../../contract/shop/unbroken-name.ts'

const titles = { morning: 'Morning', evening: 'Evening' }

/** The steps of a routine as readers see them in a text, without links: the style sheet of blocks styles them by the same attributes. */
export function RoutinePreview({ routine: { steps } }: { routine: Pick<RoutineDetails, 'steps'> }) {
  const lists = routineTimes.map((time) => ({ time, own: steps.filter((step) => step.time === time) }))
  return (
    <div data-part="times">
      {lists
        .filter(({ own }) => own.length > 0)
        .map(({ time, own }) => (
          <div key={time}>
            <p data-part="time">
              <strong>{titles[time]}</strong>
            </p>
            <ol>
              {own.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
                <Step key={index} step={step} />
              ))}
            </ol>
          </div>
        ))}
    </div>
  )
}

function Step({ step: { kind, product, amount, often, wait, why, swapProduct, swap } }: { step: RoutineStep }) {
  const how = [amount, often, wait && `wait ${wait}`].filter(Boolean).join(' · ')
  const swapped = [swapProduct?.name, swap].filter(Boolean).join(': ')
  return (
    <li>
      {product && <Thumbnail product={product} />}
      <p dir="auto">
        <strong>{kind}</strong>
        {product && (
          <>
            <small>: </small>
            <span className="font-semibold">{unbrokenName(product.name)}</span>
          </>
        )}
      </p>
      {product?.obtainedLabel && <p data-part="label">{product.obtainedLabel}</p>}
      {how && <p data-part="how">{how}</p>}
      {why && <p dir="auto">{why}</p>}
      {swapped && <p data-part="swap">For sensitive skin: {swapped}</p>}
    </li>
  )
}

/** In CSS pixels. */
const WIDTH = 56

function Thumbnail({ product: { picture, imageUrl } }: { product: RoutineProduct }) {
  const src = picture ? pictureUrl(picture, widthsUpTo(WIDTH, picture).at(-1) ?? picture.width, 'webp') : imageUrl
  return src ? <img src={src} alt="" width={WIDTH} height={WIDTH * 1.25} loading="lazy" /> : null
}

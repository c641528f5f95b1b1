import type { BuiltRoutine, RoutineWishes } from '../../../contract/content/routines.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { Link } from '../../lib/router.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { DisclosureLine } from '../shop/disclosure-line.tsx'
import { PrintButton } from './print-button.tsx'
import { routineHref } from './routine-hrefs.ts'
import { RoutineSteps, totalInWords } from './routine-steps.tsx'
import { describeWishes, skinLabels } from './wishes.ts'

/** The element that a reader comes to with their choices. */
export const RESULT_ID = 'routine-result'

type BuildResultProps = { wishes: RoutineWishes; built: BuiltRoutine }

/** The routine that fits best, what it costs and what was left out. */
export function BuildResult({ wishes, built }: BuildResultProps) {
  const written = useWritten()
  const site = useSite()
  const { result, currency } = built
  if (!result)
    return (
      <div id={RESULT_ID} tabIndex={-1} className="routine-none">
        <p className="routine-dek">There is no routine to build from yet. Check back soon!</p>
      </div>
    )
  const { routine, steps, totals, missedConcerns, suitsSkin } = result
  const sum = totalInWords(result)
  const left = [...new Set(steps.filter(({ choice, reason }) => choice === 'none' && reason).map(({ kind }) => kind))]
  return (
    <section aria-labelledby={RESULT_ID} className="routine-result">
      <h2 id={RESULT_ID} tabIndex={-1} className="heading">
        Your routine
      </h2>
      <p className="routine-audience">{describeWishes(wishes, built)}</p>
      <p className="routine-for" {...written}>
        Based on <Link href={routineHref(routine.slug)}>{routine.name}</Link>
        {routine.summary && `: ${routine.summary}`}
      </p>
      {!suitsSkin && wishes.skin && wishes.skin !== 'any' && (
        <p className="routine-for">
          I have no routine for {skinLabels[wishes.skin].toLowerCase()} skin yet; this one comes nearest.
        </p>
      )}
      {missedConcerns.length > 0 && (
        <p className="routine-for">It does not deal with everything you chose: {missedConcerns.join(', ')}.</p>
      )}
      {sum && <DisclosureLine />}
      <RoutineSteps steps={steps} />
      <p className="routine-total">
        {sum ? (
          <>
            All products together: <strong>{sum}</strong>
            {wishes.budget !== undefined &&
              totals.length > 0 &&
              ` of your ${formatPrice(`${wishes.budget}.00`, currency)}`}
            .
          </>
        ) : (
          'No product stands in this routine.'
        )}
        {left.length > 0 && ` Left out: ${left.join(', ')}.`}
      </p>
      <p className="routine-address">{absoluteUrl(site, '/routines/build').replace(/^https?:\/\//, '')}</p>
      <div className="routine-actions">
        <PrintButton>Print this routine</PrintButton>
      </div>
      <p className="routine-for">To share it or come back to it, copy the address of this page.</p>
    </section>
  )
}

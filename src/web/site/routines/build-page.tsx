import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BuiltRoutine, RoutineWishes } from '../../../contract/content/routines.ts'
import { builtRoutineQuery } from '../../data/routines.ts'
import { useQueries } from '../../environment.tsx'
import { Link, useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { BuildResult, RESULT_ID } from './build-result.tsx'
import { deleteWishes, KEPT_WISHES, keepWishes, readKeptWishes } from './kept-wishes.ts'
import { RoutineFailed, RoutineSkeleton } from './routine-states.tsx'
import { RoutineStyle } from './routine-style.tsx'
import { buildHref, describeWishes, readWishes, skinLabels } from './wishes.ts'

/** The reader's choices stand in the address; the last ones are kept in her browser. */
export function BuildPage() {
  const site = useSite()
  const { query } = useRouter()
  const wishes = readWishes(query)
  const hasWish = Object.keys(wishes).length > 0
  const { data, isPending } = useQuery(builtRoutineQuery(useQueries().read, wishes))
  return (
    <div className="routine-page">
      <RoutineStyle />
      <Head
        title={`${hasWish && data?.result ? 'Your routine' : 'Build your routine'} | ${site.brand}`}
        description="Choose your skin type, your concerns and your budget, and get a skincare routine for morning and evening."
        path="/routines/build"
        robots={hasWish || data?.hasRoutines === false ? 'noindex' : undefined}
      />
      <Container className="routine-crumbs">
        <Breadcrumb
          crumbs={[{ label: 'Home', href: '/' }, { label: 'Routines', href: '/routines' }, { label: 'Build yours' }]}
        />
      </Container>
      <Container className="routine-sheet">
        <header className="routine-head routine-build-head">
          <h1 className="routine-title">Build your routine</h1>
          <p className="routine-dek">Tell me about your skin, and I put my products in order for you.</p>
        </header>
        {isPending ? (
          <RoutineSkeleton />
        ) : data ? (
          <>
            {hasWish ? <KeptNote query={buildHref(wishes).split('?')[1] ?? ''} /> : <KeptOffer built={data} />}
            <BuildForm key={buildHref(wishes)} wishes={wishes} built={data} />
            {hasWish && <BuildResult wishes={wishes} built={data} />}
          </>
        ) : (
          <RoutineFailed />
        )}
      </Container>
    </div>
  )
}

/** Keeps the choices and says so, once the scripts run. */
function KeptNote({ query }: { query: string }) {
  const [state, setState] = useState<'unknown' | 'kept' | 'forgotten'>('unknown')
  useEffect(() => {
    keepWishes(query)
    setState(readKeptWishes() ? 'kept' : 'unknown')
  }, [query])
  const forget = () => {
    deleteWishes()
    setState('forgotten')
  }
  return (
    <p role="status" data-needs="" className="routine-kept">
      {state === 'forgotten' && 'Your choices are forgotten; only the address still holds them.'}
      {state === 'kept' && (
        <>
          Your choices are kept in this browser only.{' '}
          <button type="button" onClick={forget} className="button-quiet">
            Forget
          </button>
        </>
      )}
    </p>
  )
}

/** Offers the routine of the last visit. */
function KeptOffer({ built }: { built: BuiltRoutine }) {
  const [kept, setKept] = useState<RoutineWishes>()
  useEffect(() => {
    const query = readKeptWishes()
    setKept(query && readWishes(query))
  }, [])
  const words = kept && describeWishes(kept, built)
  const forget = () => {
    deleteWishes()
    setKept(undefined)
  }
  return (
    <p role="status" data-needs={KEPT_WISHES} className="routine-kept">
      {kept && words && (
        <>
          Last time you chose: {words}.{' '}
          <Link href={buildHref(kept)} className="button-quiet">
            Show my routine
          </Link>{' '}
          <button type="button" onClick={forget} className="button-quiet">
            Forget
          </button>
        </>
      )}
    </p>
  )
}

type BuildFormProps = { wishes: RoutineWishes; built: BuiltRoutine }

/** A plain GET form: the choices are the address of the routine, whose heading the fragment focuses. */
function BuildForm({ wishes, built: { concerns, currency } }: BuildFormProps) {
  const written = useWritten()
  const chosen = wishes.concern?.split(',') ?? []
  return (
    <form action={`/routines/build#${RESULT_ID}`} method="get" className="routine-form">
      <fieldset>
        <legend>Your skin</legend>
        <div className="routine-choices">
          {Object.entries(skinLabels).map(([value, label]) => (
            <label key={value} className="routine-choice">
              <input type="radio" name="skin" value={value} defaultChecked={(wishes.skin ?? 'any') === value} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {concerns.length > 0 && (
        <fieldset>
          <legend>What bothers you</legend>
          <div className="routine-choices">
            {concerns.map(({ key, label }) => (
              <label key={key} className="routine-choice">
                <input type="checkbox" name="concern" value={key} defaultChecked={chosen.includes(key)} />
                <span {...written}>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="routine-budget">
        <label htmlFor="routine-budget">Your budget in {currency}, if there is one</label>
        <input
          id="routine-budget"
          type="number"
          name="budget"
          inputMode="numeric"
          min={1}
          max={99_999_999}
          step={1}
          defaultValue={wishes.budget}
          className="field-input"
        />
      </div>
      <button type="submit" className="button button-primary routine-submit">
        Build my routine
      </button>
    </form>
  )
}

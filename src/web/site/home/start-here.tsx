import type { RoutineLink } from '../../data/home-routines.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { useWritten } from '../layout/use-written.ts'
import { countSteps } from '../routines/count-steps.ts'
import { routineHref } from '../routines/routine-hrefs.ts'

/** Routines to begin with, in words alone; renders nothing without any. */
export function StartHere({ routines }: { routines: RoutineLink[] }) {
  const { lang } = useWritten()
  if (routines.length === 0) return null
  return (
    <section aria-labelledby="start-here" className="start-here">
      <Container>
        <h2 id="start-here" className="kicker">
          Start here
        </h2>
        <ul>
          {routines.map((routine) => (
            <li key={routine.slug}>
              <Link href={routineHref(routine.slug)}>
                <bdi lang={lang}>{routine.name}</bdi>
                <small>{countSteps(routine)}</small>
              </Link>
            </li>
          ))}
          <li>
            <Link href="/routines/build">
              Build yours
              <small>For your skin and budget</small>
            </Link>
          </li>
        </ul>
      </Container>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { RoutineSummary } from '../../../contract/content/routines.ts'
import { ROUTINES_PER_PAGE, routinesQuery } from '../../data/routines.ts'
import { useQueries } from '../../environment.tsx'
import { pageNumber } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { Pagination } from '../lists/pagination.tsx'
import { countSteps } from './count-steps.ts'
import { describeAudience } from './describe-audience.ts'
import { routineHref } from './routine-hrefs.ts'
import { RoutineFailed, RoutineSkeleton } from './routine-states.tsx'
import { RoutineStyle } from './routine-style.tsx'

const hrefOf = (page: number) => (page > 1 ? `/routines?page=${page}` : '/routines')

/** The owner's routines. */
export function RoutinesPage() {
  const site = useSite()
  const { query } = useRouter()
  const page = pageNumber(query) ?? 1
  const { data, isPending } = useQuery(routinesQuery(useQueries().read, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / ROUTINES_PER_PAGE))
  return (
    <Container className="routine-list-page">
      <RoutineStyle />
      <Head
        title={[`Routines`, page > 1 && `Page ${page}`, site.brand].filter(Boolean).join(' | ')}
        description={`Skincare routines for morning and evening, step by step, with what I use and why. ${site.description}`}
        path={hrefOf(page)}
        // An empty page is nothing to find.
        robots={data?.total === 0 ? 'noindex' : undefined}
      />
      {data && data.items.length > 0 && (
        <JsonLd
          data={{
            '@type': 'ItemList',
            itemListElement: data.items.map(({ name, slug }, i) => ({
              '@type': 'ListItem',
              position: (page - 1) * ROUTINES_PER_PAGE + i + 1,
              name,
              url: absoluteUrl(site, routineHref(slug)),
            })),
          }}
        />
      )}
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Routines' }]} />
      <header className="routine-head routine-build-head routine-list-head">
        <h1 className="routine-title">Routines{page > 1 && <span className="sr-only">, page {page}</span>}</h1>
        <p className="routine-dek">Morning and evening, one step after another.</p>
        {data && data.total > 0 && (
          <p className="routine-for">
            Not sure which one is yours?{' '}
            <Link href="/routines/build" className="button-quiet">
              Build one for your skin
            </Link>
          </p>
        )}
      </header>
      {isPending ? <RoutineSkeleton /> : data ? <RoutineList routines={data.items} /> : <RoutineFailed />}
      <Pagination page={page} pages={pages} hrefOf={hrefOf} className="mt-16" />
    </Container>
  )
}

function RoutineList({ routines }: { routines: RoutineSummary[] }) {
  if (routines.length === 0)
    return (
      <div className="routine-none">
        <Drop />
        <p className="routine-dek">No routines yet. Check back soon!</p>
        <ButtonLink href="/blog" variant="secondary">
          View All Posts
        </ButtonLink>
      </div>
    )
  return (
    <ul className="routine-list">
      {routines.map((routine, i) => (
        <li key={routine.id}>
          <RoutineCard routine={routine} priority={i < 2} />
        </li>
      ))}
    </ul>
  )
}

function RoutineCard({ routine, priority }: { routine: RoutineSummary; priority: boolean }) {
  const written = useWritten()
  const { name, slug, summary, picture, imageUrl, imageAlt } = routine
  const audience = describeAudience(routine)
  return (
    <article className="routine-card">
      {(picture || imageUrl) && (
        <Picture
          picture={picture}
          src={imageUrl}
          alt={imageAlt}
          sizes="(min-width: 80rem) 400px, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
          drawn={320}
          className="routine-card-frame"
          priority={priority}
        />
      )}
      <h2 {...written} className="routine-card-title">
        <Link href={routineHref(slug)}>{name}</Link>
      </h2>
      {summary && <p {...written}>{summary}</p>}
      <p className="routine-audience">{[audience, countSteps(routine)].filter(Boolean).join(' · ')}</p>
    </article>
  )
}

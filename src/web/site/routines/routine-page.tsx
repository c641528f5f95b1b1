import { useQuery } from '@tanstack/react-query'
import type { RoutineDetails } from '../../../contract/content/routines.ts'
import { routineQuery } from '../../data/routines.ts'
import { useQueries } from '../../environment.tsx'
import { productHref } from '../../hrefs.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { describeAudience } from './describe-audience.ts'
import { routineHref, routinePinUrl } from './routine-hrefs.ts'
import { RoutineFailed, RoutineSkeleton } from './routine-states.tsx'
import { RoutineView } from './routine-view.tsx'

/** A missing routine leads to the fallback screen. */
export function RoutinePage() {
  const { slug = '' } = useParams()
  const { data: routine, isPending } = useQuery(routineQuery(useQueries().read, slug))

  // Found by a former slug, the routine has moved.
  const moved = routine && routine.slug !== slug ? routineHref(routine.slug) : undefined
  const elsewhere = routine === null ? '/not-found' : moved
  useRedirect(elsewhere)

  if (routine) return <RoutineView routine={routine} head={<RoutineHead routine={routine} />} />
  return isPending || routine === null ? <RoutineSkeleton /> : <RoutineFailed />
}

function RoutineHead({ routine }: { routine: RoutineDetails }) {
  const site = useSite()
  const { name, slug, summary, forWhom } = routine
  const path = routineHref(slug)
  const url = absoluteUrl(site, path)
  const description = summary || forWhom || describeAudience(routine) || `${name}, step by step.`
  return (
    <>
      <Head title={`${name} | ${site.brand}`} description={description} path={path} image={routinePinUrl(slug)} />
      {routine.steps.length > 0 && (
        <JsonLd
          data={{
            '@type': 'ItemList',
            name,
            description,
            url,
            itemListOrder: 'https://schema.org/ItemListOrderAscending',
            numberOfItems: routine.steps.length,
            itemListElement: routine.steps.map(({ kind, product }, i) => ({
              '@type': 'ListItem',
              position: i + 1,
              name: product ? `${kind}: ${product.name}` : kind,
              ...(product ? { url: absoluteUrl(site, productHref(product.slug)) } : {}),
            })),
          }}
        />
      )}
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: absoluteUrl(site, '/') },
            { '@type': 'ListItem', position: 2, name: 'Routines', item: absoluteUrl(site, '/routines') },
            { '@type': 'ListItem', position: 3, name, item: url },
          ],
        }}
      />
    </>
  )
}

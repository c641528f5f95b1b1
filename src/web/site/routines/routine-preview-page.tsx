import { useQuery } from '@tanstack/react-query'
import { routinePreviewQuery } from '../../data/routines.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import { PreviewBanner } from '../blog/preview-banner.tsx'
import { RoutineFailed, RoutineSkeleton } from './routine-states.tsx'
import { RoutineView } from './routine-view.tsx'

/** A routine as its page will be, for its owner; visitors are sent to the fallback screen. */
export function RoutinePreviewPage() {
  const { id = '' } = useParams()
  const { data: routine, isError } = useQuery(routinePreviewQuery(Number(id)))

  const isMissing = routine === null
  useRedirect(isMissing ? '/not-found' : undefined)

  if (isError) return <RoutineFailed />
  return (
    <>
      <title>{routine ? `Preview: ${routine.name}` : 'Preview'}</title>
      <meta name="robots" content="noindex, nofollow" />
      <PreviewBanner>Preview – not public</PreviewBanner>
      {routine ? <RoutineView routine={routine} /> : <RoutineSkeleton />}
    </>
  )
}

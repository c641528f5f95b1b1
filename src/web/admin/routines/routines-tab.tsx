import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnerRoutine } from '../../../contract/content/routines.ts'
import { ApiError } from '../../data/api.ts'
import { ownerRoutineQuery } from '../../data/owner/routines.ts'
import { useParams } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { RoutineForm } from './routine-form.tsx'
import { RoutineList } from './routine-list.tsx'

/** The list of routines, or the one that the address names. */
export function RoutinesTab() {
  const { id } = useParams()
  if (id === undefined) return <RoutineList />
  return id === 'new' ? <RoutineForm key="new" /> : <OpenRoutine key={id} id={Number(id)} />
}

function OpenRoutine({ id }: { id: number }) {
  const query = useQuery(ownerRoutineQuery(id))
  // What is being edited stays what it was when it was opened; the version tells whether it still is.
  const [opened, setOpened] = useState<OwnerRoutine>()
  if (query.data && !opened) setOpened(query.data)
  if (opened) return <RoutineForm routine={opened} />
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <TabHeader title="Edit Routine">
        <ToolLink href="/admin/routines">All routines</ToolLink>
      </TabHeader>
      {isMissing ? (
        <StatusMessage>There is no such routine. It may have been deleted.</StatusMessage>
      ) : (
        <LoadFailure query={query}>The routine could not be loaded.</LoadFailure>
      )}
      {query.isPending && (
        <div role="status" className="space-y-5">
          <span className="sr-only">Loading the routine…</span>
          {['name', 'summary', 'steps'].map((field) => (
            <Skeleton key={field} className="h-16 w-full" />
          ))}
        </div>
      )}
    </>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'

type PanelQueryProps<Data> = {
  query: UseQueryResult<Data>
  errorText: string
  /** Tailwind height of the skeleton. */
  height: string
  children: (data: Data) => ReactNode
}

/** The content of a panel, or its loading or error state. */
export function PanelQuery<Data>({ query, errorText, height, children }: PanelQueryProps<Data>) {
  if (query.isPending)
    return (
      <div role="status">
        <span className="sr-only">Loading...</span>
        <Skeleton className={`w-full ${height}`} />
      </div>
    )
  return (
    <>
      <LoadFailure query={query}>{errorText}</LoadFailure>
      {query.data !== undefined && children(query.data)}
    </>
  )
}

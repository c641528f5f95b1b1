import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

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
  if (query.isError)
    return (
      <StatusMessage tone="error">
        {errorText}{' '}
        <ToolButton className="ml-2" onClick={() => void query.refetch()}>
          Try again
        </ToolButton>
      </StatusMessage>
    )
  return children(query.data)
}

import type { UseQueryResult } from '@tanstack/react-query'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton } from './tool-button.tsx'

type LoadFailureProps = {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>
  /** 'The products could not be loaded.' */
  children: string
  className?: string
}

/** Reports a query that failed, above the data of an earlier request if there is any. Renders nothing otherwise. */
export function LoadFailure({ query, children, className = '' }: LoadFailureProps) {
  if (!query.isError) return null
  const isOutdated = query.data !== undefined
  return (
    <StatusMessage tone="error" className={isOutdated ? `mb-4 ${className}` : className}>
      {children} {isOutdated && 'Below is what was loaded before. '}
      <ToolButton className="ml-2" onClick={() => void query.refetch()}>
        Try again
      </ToolButton>
    </StatusMessage>
  )
}

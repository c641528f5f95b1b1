import { useQuery } from '@tanstack/react-query'
import { problemsQuery } from '../../data/owner/problems.ts'
import { StatusMessage } from '../../ui/status-message.tsx'

/** What is wrong with the machine beneath the site; nothing at all when nothing is. */
export function Problems() {
  const { data: problems = [] } = useQuery(problemsQuery())
  return problems.map(({ kind, sentence }) => (
    <StatusMessage key={kind} tone="error" className="mb-4">
      {sentence}
    </StatusMessage>
  ))
}

import { useQuery } from '@tanstack/react-query'
import { problemsQuery } from '../../data/owner/problems.ts'
import { StatusMessage } from '../../ui/status-message.tsx'

/** Problems that the server reports, such as a full disk. */
export function Problems() {
  const { data: problems = [] } = useQuery(problemsQuery())
  return problems.map(({ kind, sentence }) => (
    <StatusMessage key={kind} tone="error" className="mb-4">
      {sentence}
    </StatusMessage>
  ))
}

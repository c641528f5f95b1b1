import { useQuery } from '@tanstack/react-query'
import { submission } from '../../data/mutations.ts'
import { linkHostsQuery, useDeleteUnpaidHost } from '../../data/owner/programs.ts'
import { ToolButton } from '../kit/tool-button.tsx'

/** The hosts whose links do not earn, as the owner has stated in the editor, each with a button that brings the question back. */
export function UnpaidHosts() {
  const { data } = useQuery(linkHostsQuery())
  const { mutate, isPending } = useDeleteUnpaidHost()
  if (!data || data.unpaid.length === 0) return null
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer font-semibold">Sites whose links do not earn ({data.unpaid.length})</summary>
      <p className="mt-2 text-ink-soft">
        Their links resemble affiliate links, but you said that they earn nothing, so they are links like any other.
      </p>
      <ul className="mt-1 max-h-60 divide-y divide-line overflow-auto">
        {data.unpaid.map((host) => (
          <li key={host} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">{host}</span>
            <ToolButton
              aria-label={`Ask about ${host} again`}
              disabled={isPending}
              onClick={() => mutate(submission({ params: { host } }))}
            >
              Ask again
            </ToolButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

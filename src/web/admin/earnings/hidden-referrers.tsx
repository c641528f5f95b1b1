import { EyeOff } from 'lucide-react'
import { submission } from '../../data/mutations.ts'
import { useHideReferrer, useShowReferrer } from '../../data/owner/earnings.ts'
import { toast } from '../../lib/toast.ts'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'

const onError = (error: Error) => toast({ title: 'Error', description: messageOf(error), variant: 'destructive' })

export function HideReferrer({ host }: { host: string }) {
  const { mutate, isPending } = useHideReferrer()
  return (
    <IconButton
      label={`Hide ${host}`}
      disabled={isPending}
      onClick={() => mutate(submission({ body: { host } }), { onError })}
    >
      <EyeOff aria-hidden="true" className="size-4" />
    </IconButton>
  )
}

export function HiddenReferrers({ hosts }: { hosts: string[] }) {
  const { mutate, isPending } = useShowReferrer()
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer font-semibold">Hidden websites ({hosts.length})</summary>
      <p className="mt-2 text-ink-soft">
        Views from these websites and their subdomains do not count as people’s while they are hidden. Earlier views
        stay in the sums of their days and months.
      </p>
      <ul className="mt-1 max-h-60 divide-y divide-line overflow-auto">
        {hosts.map((host) => (
          <li key={host} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">{host}</span>
            <ToolButton
              aria-label={`Show ${host} again`}
              disabled={isPending}
              onClick={() => mutate(submission({ params: { host } }), { onError })}
            >
              Show again
            </ToolButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionEntry } from '../../../contract/accounts/account.ts'
import { submission } from '../../data/mutations.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../../data/owner/account.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PanelQuery } from './panel-query.tsx'

export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery())
  return (
    <Panel title="Where you are signed in" description="A sign-in ends by itself after 30 days without use.">
      <PanelQuery query={sessions} height="h-24" errorText="Your sign-ins could not be loaded.">
        {(entries) => (
          <>
            <ul className="divide-y divide-line">
              {entries.map((entry) => (
                <SessionRow key={entry.id} entry={entry} />
              ))}
            </ul>
            {entries.length > 1 && <EndOthers count={entries.length - 1} />}
          </>
        )}
      </PanelQuery>
    </Panel>
  )
}

function SessionRow({ entry }: { entry: SessionEntry }) {
  const end = useEndSession()
  const dates = useDates()
  const handleClick = () =>
    end.mutate(submission({ params: { id: entry.id } }), {
      onSuccess: () => toast(adminMessages.deviceSignedOut(entry.device)),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0">
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{entry.device}</p>
        <p className="text-sm text-ink-soft">
          Last seen <time dateTime={entry.lastSeenAt}>{dates.moment(entry.lastSeenAt)}</time>, signed in{' '}
          <time dateTime={entry.createdAt}>{dates.day(entry.createdAt)}</time>
        </p>
      </div>
      {entry.isCurrent ? (
        <StatusBadge tone="good">This device</StatusBadge>
      ) : (
        <ToolButton aria-label={`Sign out ${entry.device}`} disabled={end.isPending} onClick={handleClick}>
          Sign out
        </ToolButton>
      )}
    </li>
  )
}

function EndOthers({ count }: { count: number }) {
  const endOthers = useEndOtherSessions()
  const [isConfirming, setIsConfirming] = useState(false)
  const confirm = () =>
    endOthers.mutate(submission({}), {
      onSuccess: () => {
        setIsConfirming(false)
        toast(adminMessages.othersSignedOut)
      },
    })
  return (
    <>
      <ToolButton tone="danger" className="mt-3" onClick={() => setIsConfirming(true)}>
        Sign out everywhere else
      </ToolButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        isBusy={endOthers.isPending}
        error={endOthers.error && messageOf(endOthers.error)}
        onConfirm={confirm}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          {count === 1 ? 'One other sign-in ends' : `${count} other sign-ins end`} at once. What is being written there
          and is not saved waits until you sign in again.
        </p>
      </ConfirmDialog>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RestoreStatus, RestoreStep } from '../../../contract/platform/backups.ts'
import { backupsQuery, watchRestore } from '../../data/owner/backups.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ProgressBox } from '../kit/progress-box.tsx'
import { useDates } from '../kit/use-dates.ts'

const steps: Record<RestoreStep, string> = {
  fetching: 'Fetching the backup',
  checking: 'Checking it',
  unpacking: 'Unpacking it',
  replacing: 'Backing up the present state and replacing it',
}

/** The restore that is running, or the outcome of the last one. */
export function RestoreOutcome({ restore }: { restore: RestoreStatus }) {
  const { moment } = useDates()
  const made = moment(restore.createdAt)
  if (restore.state === 'running') return <RunningRestore restore={restore} made={made} />
  if (restore.state === 'failed')
    return (
      <StatusMessage tone="error" className="mb-4">
        The restore of {made} failed, and the site was left as it was: {restore.error}
      </StatusMessage>
    )
  return (
    <p className="mb-4 text-sm text-ink-soft">
      The backup of {made} was restored on {moment(restore.at)}.
    </p>
  )
}

function RunningRestore({ restore, made }: { restore: RestoreStatus; made: string }) {
  const queryClient = useQueryClient()
  // All sessions end with it, so the usual call would offer to sign in over this page, whose content is of before.
  useEffect(
    () =>
      watchRestore({
        onList: (list) => queryClient.setQueryData(backupsQuery().queryKey, list),
        onSignedOut: () => window.location.assign('/login?restored=yes'),
      }),
    [queryClient],
  )
  return (
    <ProgressBox label={`Restoring the backup of ${made}: ${steps[restore.step]}`} part={restore.part ?? undefined}>
      Readers see the site meanwhile. When it is done, this page asks you to sign in.
    </ProgressBox>
  )
}

import { useQuery } from '@tanstack/react-query'
import { COMPLAINTS_HELD } from '../../../contract/audience/complaints.ts'
import { submission } from '../../data/mutations.ts'
import { complaintsQuery, useReleaseAutomatic } from '../../data/owner/automatic-newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

/** Says that automatic newsletters wait for the owner after complaints, with the button that lets them go on. */
export function ComplaintsNotice() {
  const complaints = useQuery(complaintsQuery())
  const { mutate, isPending, error } = useReleaseAutomatic()
  if (!complaints.data?.isHeld) return null
  const release = () =>
    mutate(submission({ body: {} }), { onSuccess: () => toast({ title: 'Automatic newsletters go on' }) })
  return (
    <StatusMessage tone="error">
      <p>{COMPLAINTS_HELD}</p>
      <ToolButton className="mt-2" aria-disabled={isPending} onClick={isPending ? undefined : release}>
        Let them go on
      </ToolButton>
      {error && <p className="mt-2">{messageOf(error)}</p>}
    </StatusMessage>
  )
}

import { useState } from 'react'
import type { PlanEntry } from '../../../../contract/app/planning.ts'
import { Day } from '../../../../contract/platform/days.ts'
import { submission } from '../../../data/mutations.ts'
import { useCreateIdea } from '../../../data/owner/planning.ts'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { messageOf } from '../../kit/server-errors.ts'
import { nameOf } from './plan-entry.tsx'

type MoveDialogProps = { entry: PlanEntry; onMove: (day: string) => void; onClose: () => void }

/** Chooses the day of an entry without dragging. */
export function MoveDialog({ entry, onMove, onClose }: MoveDialogProps) {
  const [fault, setFault] = useState<{ message: string }>()
  const submit = (values: FormData) => {
    const day = Day.safeParse(values.get('day'))
    if (!day.success) return setFault({ message: day.error.issues[0]!.message })
    onClose()
    onMove(day.data)
  }
  return (
    <FormDialog title={`Move “${nameOf(entry)}”`} saveLabel="Move" fault={fault} onSubmit={submit} onClose={onClose}>
      <TextField
        name="day"
        label="Day"
        optional={false}
        type="date"
        defaultValue={entry.day}
        hint={entry.at ? 'The time of day stays.' : 'A planned day publishes nothing.'}
        error={fault?.message}
      />
    </FormDialog>
  )
}

/** Plans an idea for a day. */
export function IdeaDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { mutate, isPending, error } = useCreateIdea()
  const [fault, setFault] = useState<{ field: 'title' | 'day'; message: string }>()
  const submit = (values: FormData) => {
    const title = String(values.get('title')).trim()
    const chosen = Day.safeParse(values.get('day'))
    if (title === '') return setFault({ field: 'title', message: 'Please write a title' })
    if (!chosen.success) return setFault({ field: 'day', message: chosen.error.issues[0]!.message })
    setFault(undefined)
    mutate(submission({ body: { title, day: chosen.data } }), {
      onSuccess: () => {
        onClose()
        toast(adminMessages.ideaCreated(title))
      },
    })
  }
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined)
  return (
    <FormDialog
      title="New idea"
      saveLabel={isPending ? 'Saving...' : 'Plan the idea'}
      isBusy={isPending}
      error={error ? messageOf(error) : undefined}
      fault={fault}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label="Title"
        optional={false}
        maxLength={200}
        autoComplete="off"
        error={errorOf('title')}
      />
      <TextField
        name="day"
        label="Planned day"
        optional={false}
        type="date"
        defaultValue={day}
        hint="It becomes a draft. Nothing is published on this day."
        error={errorOf('day')}
      />
    </FormDialog>
  )
}

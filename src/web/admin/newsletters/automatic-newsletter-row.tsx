import { useState } from 'react'
import type { AutomaticNewsletter } from '../../../contract/audience/automatic-newsletters.ts'
import { fillWithoutReader } from '../../../contract/audience/merge-fields.ts'
import { submission } from '../../data/mutations.ts'
import {
  removeAutomaticNewsletters,
  restoreAutomaticNewsletters,
  useSaveNewsletterDelay,
} from '../../data/owner/automatic-newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import { useAutomaticSwitch } from './automatic-switch.tsx'
import { DayDialog } from './day-dialog.tsx'
import { newsletterHref, newsletterSendHref } from './newsletter-hrefs.ts'
import { count } from './newsletter-state.tsx'
import { SenderAddressButton } from './sender-address-button.tsx'

export const automaticStates = {
  on: { tone: 'good', label: 'On' },
  off: { tone: 'quiet', label: 'Off' },
  paused: { tone: 'alert', label: 'Paused' },
} as const

/** A newsletter after the confirmation, with its numbers and buttons. */
export function AutomaticNewsletterRow({ newsletter }: { newsletter: AutomaticNewsletter }) {
  const { id, kind, delayDays, state, subject, hasNewText, note } = newsletter
  const { turn, resume, isPending, error } = useAutomaticSwitch(id)
  const name = kind === 'welcome' ? 'Welcome email' : `Day ${delayDays}`
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h4 className="flex flex-wrap items-center gap-2 font-semibold">
            {name}
            <StatusBadge tone={automaticStates[state].tone}>{automaticStates[state].label}</StatusBadge>
          </h4>
          {subject !== name && (
            <p dir="auto" className="wrap-anywhere">
              {fillWithoutReader(subject) || 'Without a subject'}
            </p>
          )}
          <p className="text-sm text-ink-soft">{automaticNumbersText(newsletter)}</p>
        </div>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{name}</legend>
          <ToolLink href={newsletterHref(id)}>Edit text</ToolLink>
          <ToolLink href={newsletterSendHref(id)}>Preview</ToolLink>
          {kind === 'series' && <ChangeDay newsletter={newsletter} />}
          {state === 'off' && <DeleteButton newsletter={newsletter} name={name} />}
          {state === 'paused' && (
            <ToolButton aria-disabled={isPending} onClick={isPending ? undefined : resume}>
              Go on
            </ToolButton>
          )}
          <ToolButton
            tone={state === 'off' ? 'primary' : 'plain'}
            aria-disabled={isPending}
            onClick={isPending ? undefined : () => turn(state === 'off')}
          >
            {state === 'off' ? 'Switch on' : 'Switch off'}
          </ToolButton>
        </fieldset>
      </div>
      {error && (
        <StatusMessage tone="error" className="mt-3">
          {messageOf(error)}
          <SenderAddressButton reason={messageOf(error)} />
        </StatusMessage>
      )}
      {note && (
        <StatusMessage className="mt-3">
          {note}
          <SenderAddressButton reason={note} />
        </StatusMessage>
      )}
      {hasNewText && (
        <StatusMessage className="mt-3">
          You changed the text. Subscribers still get the earlier one.{' '}
          <ToolButton className="mt-2" aria-disabled={isPending} onClick={isPending ? undefined : () => turn(true)}>
            Use the new text
          </ToolButton>
        </StatusMessage>
      )}
    </li>
  )
}

/** How many got it and wait for it. */
export function automaticNumbersText({ numbers, state }: Pick<AutomaticNewsletter, 'numbers' | 'state'>): string {
  const waiting = numbers.waiting + numbers.deferred
  if (numbers.total === 0) return state === 'off' ? 'Not sent to anybody yet.' : 'Nobody has confirmed since.'
  const doubt = numbers.inDoubt > 0 ? `, ${count(numbers.inDoubt)} in doubt` : ''
  const left = numbers.unsubscribed > 0 ? `, ${count(numbers.unsubscribed)} unsubscribed by it` : ''
  return `${count(numbers.accepted)} got it, ${count(waiting)} waiting${doubt}${left}.`
}

function ChangeDay({ newsletter: { id, delayDays } }: { newsletter: AutomaticNewsletter }) {
  const [isOpen, setIsOpen] = useState(false)
  const delay = useSaveNewsletterDelay()
  const open = () => {
    delay.reset()
    setIsOpen(true)
  }
  return (
    <>
      <ToolButton onClick={open}>Change day</ToolButton>
      {isOpen && (
        <DayDialog
          title="Change day"
          saveLabel="Save"
          delayDays={delayDays}
          isBusy={delay.isPending}
          error={delay.error ? messageOf(delay.error) : undefined}
          onSave={(days) =>
            delay.mutate(submission({ params: { id }, body: { delayDays: days } }), {
              onSuccess: () => setIsOpen(false),
            })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function DeleteButton({ newsletter, name }: { newsletter: AutomaticNewsletter; name: string }) {
  const deletion = useUndoableDeletion<AutomaticNewsletter>({
    remove: removeAutomaticNewsletters,
    restore: restoreAutomaticNewsletters,
    deleted: () => ({ title: `${name} deleted` }),
  })
  return (
    <ToolButton tone="danger" disabled={deletion.isPending} onClick={() => deletion.removeRows([newsletter])}>
      Delete
    </ToolButton>
  )
}

import { useId } from 'react'
import { submission } from '../../data/mutations.ts'
import { useSwitchNewsletter } from '../../data/owner/automatic-newsletters.ts'
import { useActOnNewsletter } from '../../data/owner/newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { SenderAddressButton } from './sender-address-button.tsx'
import { notSavedReason, type SettingsStatus } from './use-newsletter-settings.ts'

const saved: SettingsStatus = { kind: 'saved' }

type NewTextButtonProps = {
  id: number
  /** Stores what is typed; undefined if that failed. */
  flush?: () => Promise<number | undefined>
  /** Waits until the settings are saved, which the new text takes as well. */
  settings?: SettingsStatus
}

/** Uses the present text of an automatic newsletter that is on. */
export function NewTextButton({ id, flush, settings = saved }: NewTextButtonProps) {
  const { turn, isPending, error } = useAutomaticSwitch(id)
  const reason = useReason(settings)
  const isBlocked = isPending || settings.kind !== 'saved'
  const use = async () => {
    if (flush && (await flush()) === undefined) return
    turn(true)
  }
  return (
    <>
      <ToolButton
        aria-disabled={isBlocked}
        aria-describedby={reason.id}
        onClick={isBlocked ? undefined : () => void use()}
      >
        Use the new text
      </ToolButton>
      {reason.element}
      {error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(error)}
          <SenderAddressButton reason={messageOf(error)} />
        </StatusMessage>
      )}
    </>
  )
}

type AutomaticSwitchProps = {
  id: number
  state: 'on' | 'off' | 'paused'
  /** It is switched on only with settings that are saved. */
  settings: SettingsStatus
}

/** Switches an automatic newsletter on or off, or goes on after a pause. */
export function AutomaticSwitch({ id, state, settings }: AutomaticSwitchProps) {
  const { turn, resume, isPending, error } = useAutomaticSwitch(id)
  const reason = useReason(state === 'off' ? settings : saved)
  const isBlocked = isPending || (settings.kind !== 'saved' && state === 'off')
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'paused' && (
        <ToolButton tone="primary" aria-disabled={isPending} onClick={isPending ? undefined : resume}>
          Go on
        </ToolButton>
      )}
      <ToolButton
        tone={state === 'off' ? 'primary' : 'plain'}
        aria-disabled={isBlocked}
        aria-describedby={reason.id}
        onClick={isBlocked ? undefined : () => turn(state === 'off')}
      >
        {state === 'off' ? 'Switch on' : 'Switch off'}
      </ToolButton>
      {reason.element}
      {error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(error)}
          <SenderAddressButton reason={messageOf(error)} />
        </StatusMessage>
      )}
    </div>
  )
}

/** Why a button waits for the settings, and the id of that text. */
function useReason(settings: SettingsStatus) {
  const id = useId()
  const text = notSavedReason(settings)
  if (!text) return { id: undefined, element: null }
  return {
    id,
    element: (
      <p id={id} className="min-w-0 grow basis-56 self-center text-sm font-medium text-alert-deep">
        {text}
      </p>
    ),
  }
}

/** Switches an automatic newsletter on (or uses its new text), off, or goes on after a pause. */
export function useAutomaticSwitch(id: number) {
  const switching = useSwitchNewsletter()
  const resuming = useActOnNewsletter()
  return {
    turn: (isOn: boolean) => switching.mutate(submission({ id, isOn })),
    /** With the text from before the pause: a new one waits until the owner uses it. */
    resume: () => resuming.mutate(submission({ id, action: 'resume' as const })),
    isPending: switching.isPending || resuming.isPending,
    error: switching.error ?? resuming.error,
  }
}

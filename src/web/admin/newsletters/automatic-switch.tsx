import { submission } from '../../data/mutations.ts'
import { useSwitchNewsletter } from '../../data/owner/automatic-newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type NewTextButtonProps = {
  id: number
  /** Stores what is typed; undefined if that failed. */
  flush?: () => Promise<number | undefined>
}

/** Uses the present text of an automatic newsletter that is on. */
export function NewTextButton({ id, flush }: NewTextButtonProps) {
  const switching = useSwitchNewsletter()
  const use = async () => {
    if (flush && (await flush()) === undefined) return
    switching.mutate(submission({ id, isOn: true }))
  }
  return (
    <>
      <ToolButton disabled={switching.isPending} onClick={() => void use()}>
        Use the new text
      </ToolButton>
      {switching.error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(switching.error)}
        </StatusMessage>
      )}
    </>
  )
}

/** Switches an automatic newsletter on or off, or goes on after a pause. */
export function AutomaticSwitch({ id, state }: { id: number; state: 'on' | 'off' | 'paused' }) {
  const switching = useSwitchNewsletter()
  const turn = (isOn: boolean) => switching.mutate(submission({ id, isOn }))
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'paused' && (
        <ToolButton tone="primary" disabled={switching.isPending} onClick={() => turn(true)}>
          Go on
        </ToolButton>
      )}
      <ToolButton
        tone={state === 'off' ? 'primary' : 'plain'}
        disabled={switching.isPending}
        onClick={() => turn(state === 'off')}
      >
        {state === 'off' ? 'Switch on' : 'Switch off'}
      </ToolButton>
      {switching.error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(switching.error)}
        </StatusMessage>
      )}
    </div>
  )
}

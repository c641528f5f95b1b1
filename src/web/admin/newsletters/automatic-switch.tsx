import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useAutomaticSwitch } from './use-automatic-switch.ts'

type NewTextButtonProps = {
  id: number
  /** Stores what is typed; undefined if that failed. */
  flush?: () => Promise<number | undefined>
}

/** Uses the present text of an automatic newsletter that is on. */
export function NewTextButton({ id, flush }: NewTextButtonProps) {
  const { turn, isPending, error } = useAutomaticSwitch(id)
  const use = async () => {
    if (flush && (await flush()) === undefined) return
    turn(true)
  }
  return (
    <>
      <ToolButton disabled={isPending} onClick={() => void use()}>
        Use the new text
      </ToolButton>
      {error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(error)}
        </StatusMessage>
      )}
    </>
  )
}

/** Switches an automatic newsletter on or off, or goes on after a pause. */
export function AutomaticSwitch({ id, state }: { id: number; state: 'on' | 'off' | 'paused' }) {
  const { turn, resume, isPending, error } = useAutomaticSwitch(id)
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'paused' && (
        <ToolButton tone="primary" disabled={isPending} onClick={resume}>
          Go on
        </ToolButton>
      )}
      <ToolButton
        tone={state === 'off' ? 'primary' : 'plain'}
        disabled={isPending}
        onClick={() => turn(state === 'off')}
      >
        {state === 'off' ? 'Switch on' : 'Switch off'}
      </ToolButton>
      {error && (
        <StatusMessage tone="error" className="basis-full">
          {messageOf(error)}
        </StatusMessage>
      )}
    </div>
  )
}

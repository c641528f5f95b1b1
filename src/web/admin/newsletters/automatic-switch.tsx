import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useAutomaticSwitch } from './use-automatic-switch.ts'

type NewTextButtonProps = {
  id: number
  /** Stores what is typed; undefined if that failed. */
  flush?: () => Promise<number | undefined>
  /** Whether changes of the settings are still to be stored. */
  isUnsaved?: boolean
}

/** Uses the present text of an automatic newsletter that is on. */
export function NewTextButton({ id, flush, isUnsaved = false }: NewTextButtonProps) {
  const { turn, isPending, error } = useAutomaticSwitch(id)
  const use = async () => {
    if (flush && (await flush()) === undefined) return
    turn(true)
  }
  return (
    <>
      <ToolButton disabled={isPending || isUnsaved} onClick={() => void use()}>
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

type AutomaticSwitchProps = {
  id: number
  state: 'on' | 'off' | 'paused'
  /** Whether changes of the settings are still to be stored, with which it would not be switched on. */
  isUnsaved: boolean
}

/** Switches an automatic newsletter on or off, or goes on after a pause. */
export function AutomaticSwitch({ id, state, isUnsaved }: AutomaticSwitchProps) {
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
        disabled={isPending || (isUnsaved && state === 'off')}
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

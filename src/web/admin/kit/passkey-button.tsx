import { useQuery } from '@tanstack/react-query'
import { hasPasskeyLogin } from '../../data/passkey-login.ts'
import { messageOf } from './server-errors.ts'
import { ToolButton } from './tool-button.tsx'

type PasskeyButtonProps<Result> = {
  label: string
  act: () => Promise<Result>
  onDone: (result: Result) => void
  onFailed: (message: string) => void
}

/** Nothing where no passkey is registered. */
export function PasskeyButton<Result>({ label, act, onDone, onFailed }: PasskeyButtonProps<Result>) {
  const { data: isAvailable } = useQuery({ queryKey: ['/api/auth/methods'], queryFn: hasPasskeyLogin })
  if (!isAvailable) return null
  return (
    <ToolButton onClick={() => act().then(onDone, (error: unknown) => onFailed(messageOf(error)))}>{label}</ToolButton>
  )
}

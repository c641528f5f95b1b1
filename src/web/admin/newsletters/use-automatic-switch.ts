import { submission } from '../../data/mutations.ts'
import { useSwitchNewsletter } from '../../data/owner/automatic-newsletters.ts'
import { useActOnNewsletter } from '../../data/owner/newsletters.ts'

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

import { useEffect, useRef, useState } from 'react'
import { Newsletter, NewsletterInput } from '../../../contract/audience/newsletters.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'

/** Milliseconds without a change before the settings are saved. */
const PAUSE_MS = 700

export type SettingsStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'invalid'; issues: { path: PropertyKey[]; message: string }[] }
  | { kind: 'failed'; message: string; isConflict: boolean }

/** Why buttons wait for the settings; undefined while these are saved, or about to be. */
export function notSavedReason({ kind }: SettingsStatus): string | undefined {
  if (kind === 'invalid') return 'The settings are not saved. Please correct them first.'
  return kind === 'failed' ? 'The settings are not saved. Please see the message above them.' : undefined
}

/**
 * How a newsletter is sent, saved a moment after each change, and at once when its page is left. Settings of another window are
 * taken while nothing is unsaved.
 */
export function useNewsletterSettings(newsletter: Newsletter) {
  const { mutateAsync, isPending } = useSaveNewsletter()
  const [values, setValues] = useState(() => inputOf(newsletter))
  const [base, setBase] = useState({ version: newsletter.version, saved: inputOf(newsletter) })
  const [failure, setFailure] = useState<{ message: string; others: Newsletter | undefined }>()
  const isUnsaved = !isSame(values, base.saved)
  const begin = (from: Newsletter) => {
    setBase({ version: from.version, saved: inputOf(from) })
    setValues(inputOf(from))
    setFailure(undefined)
  }
  if (!isUnsaved && !isPending && newsletter.version > base.version) begin(newsletter)

  const checked = NewsletterInput.safeParse(values)
  const latest = useRef(values)
  latest.current = values
  const isLeft = useLeaving(() => mustSave && save())
  const send = (sent: NewsletterInput, version: number, before: NewsletterInput): void => {
    const body = NewsletterInput.safeParse(sent).data
    if (!body) return
    mutateAsync(submission({ params: { id: newsletter.id }, body, version })).then(
      (saved) => {
        if (isLeft.current && !isSame(latest.current, sent)) send(latest.current, saved.version, sent)
        // The server trims; the fields keep a space or an empty line at the end, since the next word may follow it.
        setBase({ version: saved.version, saved: sent })
      },
      (error: Error) => {
        const others = currentOf(error)
        // Scheduling, pausing and switching change the version, but none of the settings.
        if (others && others.version > version && isSame(inputOf(others), asStored(before)))
          return send(sent, others.version, before)
        setFailure({ message: messageOf(error), others })
        if (isLeft.current) tellFailure(error, () => send(latest.current, version, before))
      },
    )
  }
  const mustSave = isUnsaved && checked.success && !isPending && !failure
  const save = () => send(values, base.version, base.saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values starts the pause again
  useEffect(() => {
    if (!mustSave) return
    return afterPause(save)
  }, [mustSave, values])

  const status = findStatus()
  function findStatus(): SettingsStatus {
    if (failure) return { kind: 'failed', message: failure.message, isConflict: failure.others !== undefined }
    if (!checked.success) return { kind: 'invalid', issues: checked.error.issues }
    return isUnsaved || isPending ? { kind: 'unsaved' } : { kind: 'saved' }
  }
  const leave = useLeaveGuard(
    status.kind !== 'saved',
    'Your changes of the settings are not saved yet. They will be lost.',
    status.kind === 'unsaved',
  )
  return {
    values,
    status,
    leaveDialog: leave.dialog,
    change(changes: Partial<NewsletterInput>) {
      if (failure && !failure.others) setFailure(undefined)
      setValues((before) => ({ ...before, ...changes }))
    },
    retry() {
      setFailure(undefined)
    },
    /** Continues from what the other window saved. */
    showOthers: () => failure?.others && begin(failure.others),
  }
}

export type NewsletterSettings = ReturnType<typeof useNewsletterSettings>

/** Calls `act` after the pause, or when the tab is hidden, which may be its end. Returns a function that cancels it. */
function afterPause(act: () => void): () => void {
  const timer = setTimeout(() => run(), PAUSE_MS)
  const handleVisibility = () => document.visibilityState === 'hidden' && run()
  document.addEventListener('visibilitychange', handleVisibility)
  const cancel = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleVisibility)
  }
  const run = () => {
    cancel()
    act()
  }
  return cancel
}

/** Calls the latest `act` on unmount. Returns whether that has happened. */
function useLeaving(act: () => void): { readonly current: boolean } {
  const latest = useRef(act)
  latest.current = act
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      latest.current()
    }
  }, [])
  return isLeft
}

/** Says on another page that a save failed; one that could succeed is offered again. */
function tellFailure(error: Error, retry: () => void): void {
  if (currentOf(error)) return void toast(adminMessages.settingsFailed('They were changed in another window.'))
  toast({ ...adminMessages.settingsFailed(messageOf(error)), action: { label: 'Try again', onSelect: retry } })
}

/** The settings that another window saved, if that is why a save failed. */
function currentOf(error: Error): Newsletter | undefined {
  if (!(error instanceof ApiError && 'current' in error.body)) return undefined
  return Newsletter.safeParse(error.body.current).data
}

function inputOf(newsletter: Newsletter): NewsletterInput {
  const { senderName, intro, audience, hasPage, isIndexable, countsClicks } = newsletter
  return { senderName, intro, audience, hasPage, isIndexable, countsClicks }
}

/** As the server trims it. */
const asStored = (input: NewsletterInput) => NewsletterInput.safeParse(input).data ?? input

const isSame = (a: NewsletterInput, b: NewsletterInput) => JSON.stringify(a) === JSON.stringify(b)

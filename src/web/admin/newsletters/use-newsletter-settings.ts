import { useEffect, useRef, useState } from 'react'
import { Newsletter, NewsletterInput } from '../../../contract/newsletters.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveNewsletter } from '../../data/owner/newsletters.ts'
import { messageOf } from '../kit/server-errors.ts'

/** Milliseconds without a change before the settings are saved. */
const PAUSE_MS = 700

export type SettingsStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'invalid'; issues: { path: PropertyKey[]; message: string }[] }
  | { kind: 'failed'; message: string; isConflict: boolean }

/** How a newsletter is sent, saved a moment after each change. Settings of another window are taken while nothing is unsaved. */
export function useNewsletterSettings(newsletter: Newsletter) {
  const { mutate, isPending } = useSaveNewsletter()
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
  const save = () => {
    if (!checked.success || !isUnsaved || isPending) return
    const sent = values
    mutate(submission({ params: { id: newsletter.id }, body: checked.data, version: base.version }), {
      onSuccess: (saved) => {
        // The server trims; text typed meanwhile stays.
        setBase({ version: saved.version, saved: isSame(latest.current, sent) ? inputOf(saved) : sent })
        if (isSame(latest.current, sent)) setValues(inputOf(saved))
      },
      onError: (error) => setFailure({ message: messageOf(error), others: currentOf(error) }),
    })
  }
  const mustSave = isUnsaved && checked.success && !isPending && !failure
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values starts the pause again
  useEffect(() => {
    if (!mustSave) return
    const timer = setTimeout(save, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [mustSave, values])

  const status = (): SettingsStatus => {
    if (failure) return { kind: 'failed', message: failure.message, isConflict: failure.others !== undefined }
    if (!checked.success) return { kind: 'invalid', issues: checked.error.issues }
    return isUnsaved || isPending ? { kind: 'unsaved' } : { kind: 'saved' }
  }
  return {
    values,
    status: status(),
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

/** What another window saved, if that is why a save failed. */
function currentOf(error: Error): Newsletter | undefined {
  if (!(error instanceof ApiError && 'current' in error.body)) return undefined
  return Newsletter.safeParse(error.body.current).data
}

function inputOf(newsletter: Newsletter): NewsletterInput {
  const { senderName, intro, audience, hasPage, isIndexable, countsClicks } = newsletter
  return { senderName, intro, audience, hasPage, isIndexable, countsClicks }
}

const isSame = (a: NewsletterInput, b: NewsletterInput) => JSON.stringify(a) === JSON.stringify(b)

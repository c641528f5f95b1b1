import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isWebUrl, withScheme } from '../../../contract/platform/urls.ts'
import { LINK_MAX, type LinkDetails, type LinkPlace, PLACES_MAX } from '../../../contract/shop/links.ts'
import { submission } from '../../data/mutations.ts'
import { linkPlacesQuery, useReplaceLink, useUndoLinkReplacement } from '../../data/owner/links.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { CheckboxField, TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { linkMessages } from './link-messages.ts'

type ReplaceLinkDialogProps = { link: LinkDetails; isOpen: boolean; onClose: () => void }

/** Replaces a link in the places that the owner chooses, after a look at each; the toast undoes it. */
export function ReplaceLinkDialog({ link, isOpen, onClose }: ReplaceLinkDialogProps) {
  const replace = useReplaceLink()
  const undo = useUndoLinkReplacement()
  const [error, setError] = useState('')

  const handleReplace = (url: string, places: LinkPlace[]) =>
    replace.mutate(
      submission({
        params: { id: link.id },
        body: { url, places: places.map(({ kind, id, version }) => ({ kind, id, version })) },
      }),
      {
        onSuccess: (replacement) => {
          onClose()
          undoToast(linkMessages.replaced(replacement), () =>
            undo.mutate(submission({ params: { id: replacement.id } }), {
              onSuccess: (undone) => toast(linkMessages.undone(undone)),
            }),
          )
        },
        onError: (failure) => setError(messageOf(failure)),
      },
    )

  return (
    <Dialog
      isOpen={isOpen}
      title="Replace everywhere"
      onClose={onClose}
      footer={
        <DialogButtons formId="replace-link" isDisabled={replace.isPending} onClose={onClose}>
          Replace
        </DialogButtons>
      }
    >
      <ReplaceForm link={link} error={error} onError={setError} onReplace={handleReplace} />
    </Dialog>
  )
}

type ReplaceFormProps = {
  link: LinkDetails
  error: string
  onError: (error: string) => void
  onReplace: (url: string, places: LinkPlace[]) => void
}

function ReplaceForm({ link, error, onError, onReplace }: ReplaceFormProps) {
  const query = useQuery(linkPlacesQuery(link.id))
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const url = withScheme(text.trim())
  const fault = faultOf(url, link.url)
  const places = query.data ?? []
  const chosen = places.filter((place) => !left.has(keyOf(place))).slice(0, PLACES_MAX)

  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (fault) return
    if (chosen.length === 0) return onError('Please choose a place.')
    onReplace(url, chosen)
  }

  return (
    <form id="replace-link" onSubmit={handleSubmit} noValidate className="space-y-4">
      <p className="text-sm text-ink-soft wrap-anywhere">
        Now: <span className="text-ink">{link.url}</span>
      </p>
      <TextField
        optional={false}
        label="New link"
        type="url"
        inputMode="url"
        value={text}
        maxLength={LINK_MAX}
        autoFocus
        error={isTried ? fault : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Places query={query} left={left} onToggle={toggle} />
      {error && (
        <p role="alert" className="rounded-lg border-l-4 border-alert bg-alert/10 px-4 py-3 text-sm text-alert-deep">
          {error}
        </p>
      )}
    </form>
  )
}

type PlacesProps = {
  query: UseQueryResult<LinkPlace[]>
  /** Keys of the places that are left out. */
  left: ReadonlySet<string>
  onToggle: (key: string) => void
}

function Places({ query, left, onToggle }: PlacesProps) {
  const places = query.data ?? []
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Places</legend>
      <LoadFailure query={query}>The places could not be loaded.</LoadFailure>
      {query.isPending && <Skeleton className="h-16 w-full" />}
      {query.isSuccess && places.length === 0 && <p className="text-sm text-ink-soft">Nothing uses this link.</p>}
      <ul aria-label="Places" className="divide-y divide-line border-y border-line">
        {places.map((place) => (
          <li key={keyOf(place)} className="min-w-0 py-1 wrap-anywhere">
            <CheckboxField
              label={place.title || 'Untitled'}
              hint={describePlace(place)}
              checked={!left.has(keyOf(place))}
              onChange={() => onToggle(keyOf(place))}
            />
          </li>
        ))}
      </ul>
      {places.length > PLACES_MAX && (
        <p className="mt-1 text-sm text-ink-soft">
          The first {PLACES_MAX} chosen places are replaced at once. Do it again for the rest.
        </p>
      )}
    </fieldset>
  )
}

function faultOf(url: string, former: string): string | undefined {
  if (!isWebUrl(url)) return 'Please enter a link that begins with http:// or https://'
  return url === former ? 'This is the link that is there now' : undefined
}

function keyOf({ kind, id }: LinkPlace): string {
  return `${kind} ${id}`
}

/** `Product, 2 links`. */
function describePlace({ kind, count, isHidden }: LinkPlace): string {
  const noun = kind === 'product' ? 'Product' : 'Text'
  return `${noun}, ${count === 1 ? '1 link' : `${count} links`}${isHidden ? ', not shown to readers' : ''}`
}

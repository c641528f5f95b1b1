import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { NewsletterPreview } from '../../../contract/newsletters.ts'
import { newsletterPreviewQuery } from '../../data/owner/newsletters.ts'
import { subscribersQuery } from '../../data/owner/subscribers.ts'
import { useQueries } from '../../environment.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { MailFrame } from './mail-frame.tsx'

type View = 'phone' | 'desktop' | 'text'

const views: [View, label: string][] = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['text', 'Plain text'],
]

type Reader = { id: number; email: string }

/** The mail as it arrives: in the inbox, opened at two widths, as plain text, for the owner or a subscriber. */
export function NewsletterPreviewPanel({ id }: { id: number }) {
  const [view, setView] = useState<View>('desktop')
  const [isDark, setIsDark] = useState(false)
  const [reader, setReader] = useState<Reader>()
  const preview = useQuery({ ...newsletterPreviewQuery(id, reader?.id), placeholderData: (before) => before })
  return (
    <Panel title="Preview">
      <ReaderField reader={reader} onChange={setReader} />
      <div className="my-3 flex flex-wrap items-center gap-1">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">What the preview shows</legend>
          {views.map(([name, label]) => (
            <Toggle key={name} isOn={view === name} onClick={() => setView(name)}>
              {label}
            </Toggle>
          ))}
        </fieldset>
        {view !== 'text' && (
          <Toggle isOn={isDark} onClick={() => setIsDark(!isDark)}>
            Dark
          </Toggle>
        )}
      </div>
      <PanelQuery query={preview} errorText="The preview could not be loaded." height="h-96">
        {(mail) => (
          <>
            <InboxRow mail={mail} />
            {view === 'text' ? (
              <pre className="max-h-[40rem] overflow-y-auto rounded-lg border border-line bg-paper p-4 text-sm whitespace-pre-wrap wrap-anywhere">
                {mail.text}
              </pre>
            ) : (
              <MailFrame html={mail.html} width={view === 'phone' ? 360 : 640} isDark={isDark} />
            )}
            <p className="mt-2 text-sm text-ink-soft">{sizeText(mail.bytes)}</p>
          </>
        )}
      </PanelQuery>
    </Panel>
  )
}

const sizeText = (bytes: number) =>
  `${Math.max(1, Math.round(bytes / 1000))} kB of HTML. Gmail cuts off newsletters of more than 102 kB.`

function Toggle({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="min-h-10 rounded-lg px-3 text-sm font-semibold text-ink-soft hover:bg-cream aria-pressed:bg-cream aria-pressed:text-accent-darker"
    >
      {children}
    </button>
  )
}

function InboxRow({ mail: { subject, preview } }: { mail: NewsletterPreview }) {
  const { data: site } = useQuery(useQueries().site())
  return (
    <figure className="mb-3">
      <figcaption className="mb-1 text-sm font-semibold">In the inbox</figcaption>
      <div className="rounded-lg border border-line bg-white px-3 py-2 text-sm">
        <p className="truncate font-semibold">{site?.brand}</p>
        <p dir="auto" className="truncate">
          {subject || 'Without a subject'}
        </p>
        <p dir="auto" className="truncate text-ink-soft">
          {preview || 'The first words of the newsletter stand here.'}
        </p>
      </div>
    </figure>
  )
}

const FOUND_MAX = 5

type ReaderFieldProps = { reader: Reader | undefined; onChange: (reader: Reader | undefined) => void }

/** Chooses the subscriber for whom the newsletter is shown. */
function ReaderField({ reader, onChange }: ReaderFieldProps): ReactNode {
  const [q, setQ] = useState('')
  const term = useDeferredValue(q.trim())
  const found = useQuery({
    ...subscribersQuery({ q: term, status: 'active', limit: FOUND_MAX }),
    enabled: term !== '' && !reader,
  })
  if (reader)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 wrap-anywhere">
          As <strong>{reader.email}</strong> gets it.
        </span>
        <ToolButton onClick={() => onChange(undefined)}>As you get it</ToolButton>
      </p>
    )
  return (
    <div>
      <input
        type="search"
        aria-label="Show it as a subscriber gets it"
        placeholder="Show it as a subscriber gets it"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        className={controlClass}
      />
      {term !== '' && (
        <div role="status" className="mt-1 flex flex-wrap gap-1 text-sm text-ink-soft">
          {found.data?.items.length === 0 && 'Nobody matches.'}
          {found.isError && 'The subscribers could not be loaded.'}
          {found.data?.items.map(({ id, email }) => (
            <ToolButton
              key={id}
              className="max-w-full min-w-0 shrink! wrap-anywhere whitespace-normal!"
              onClick={() => {
                setQ('')
                onChange({ id, email })
              }}
            >
              {email}
            </ToolButton>
          ))}
        </div>
      )}
    </div>
  )
}

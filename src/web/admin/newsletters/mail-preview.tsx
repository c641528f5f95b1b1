import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import type { NewsletterPreview } from '../../../contract/audience/newsletters.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ToggleButton } from '../kit/toggle-button.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useMediaQuery } from '../kit/use-media-query.ts'
import { MailFrame } from './mail-frame.tsx'

type View = 'phone' | 'desktop' | 'text'

const views: [View, label: string][] = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['text', 'Plain text'],
]

/** The width of the mail program in pixels. */
const widths = { phone: 360, desktop: 640 }

/** From here on a mail at desktop width fits next to the settings without being scaled. */
const WIDE = '(min-width: 100rem)'

type MailPreviewProps = {
  mail: NewsletterPreview
  /** Whether it stands in a dialog, which has no room for a larger one. */
  isInDialog?: boolean
}

/** A mail as it arrives: in the inbox, opened at two widths, light and dark, and as plain text. */
export function MailPreview({ mail, isInDialog = false }: MailPreviewProps) {
  const isWide = useMediaQuery(WIDE)
  const [chosen, setView] = useState<View>()
  const [isDark, setIsDark] = useState(false)
  const [isFullSize, setIsFullSize] = useState(false)
  const view = chosen ?? (isWide ? 'desktop' : 'phone')
  return (
    <>
      <InboxRow mail={mail} />
      <div className="mb-3 flex flex-wrap items-center gap-1">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">What the preview shows</legend>
          {views.map(([name, label]) => (
            <ToggleButton key={name} isOn={view === name} onClick={() => setView(name)}>
              {label}
            </ToggleButton>
          ))}
        </fieldset>
        {view !== 'text' && (
          <>
            <ToggleButton isOn={isDark} onClick={() => setIsDark(!isDark)}>
              Dark
            </ToggleButton>
            {!isInDialog && (
              <ToolButton tone="quiet" className="ml-auto" onClick={() => setIsFullSize(true)}>
                <Maximize2 aria-hidden="true" className="size-4" />
                Open at full size
              </ToolButton>
            )}
          </>
        )}
      </div>
      {view === 'text' ? (
        <PlainText text={mail.text} />
      ) : (
        <MailFrame html={mail.html} width={widths[view]} isDark={isDark} />
      )}
      <p className="mt-2 text-sm text-ink-soft">{sizeText(mail.bytes)}</p>
      {view !== 'text' && (
        <Dialog isOpen={isFullSize} size="large" title="The newsletter" onClose={() => setIsFullSize(false)}>
          <MailFrame html={mail.html} width={widths[view]} isDark={isDark} isFullSize />
        </Dialog>
      )}
    </>
  )
}

const sizeText = (bytes: number) =>
  `${Math.ceil(bytes / 1000)} kB of HTML. Gmail cuts off newsletters of more than 102 kB.`

/** Its lines are wrapped already, as mail programs show them. */
function PlainText({ text }: { text: string }) {
  return (
    <section
      aria-label="Plain text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard too
      tabIndex={0}
      className="max-h-[40rem] overflow-auto rounded-lg border border-line bg-paper"
    >
      <pre className="w-max p-4 text-sm whitespace-pre">{text}</pre>
    </section>
  )
}

function InboxRow({ mail: { senderName, subject, preview } }: { mail: NewsletterPreview }) {
  return (
    <figure className="mb-3">
      <figcaption className="mb-1 text-sm font-semibold">In the inbox</figcaption>
      <div className="rounded-lg border border-line bg-white px-3 py-2 text-sm">
        <p dir="auto" className="truncate font-semibold">
          {senderName}
        </p>
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

import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { newsletterPreviewQuery, sentNewsletterQuery } from '../../data/owner/newsletters.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { MailPreview } from './mail-preview.tsx'
import { newsletterAddress } from './newsletter-hrefs.ts'
import { type Reader, ReaderField } from './reader-field.tsx'

/** The mail of a newsletter as it would be sent now, for the owner or a subscriber. */
export function NewsletterPreviewPanel({ id }: { id: number }) {
  const [reader, setReader] = useState<Reader>()
  const preview = useQuery({ ...newsletterPreviewQuery(id, reader?.id), placeholderData: (before) => before })
  return (
    <Panel title="Preview">
      <div className="space-y-3">
        <ReaderField reader={reader} onChange={setReader} />
        <PanelQuery query={preview} errorText="The preview could not be loaded." height="h-96">
          {(mail) => <MailPreview mail={mail} />}
        </PanelQuery>
      </div>
    </Panel>
  )
}

/** The mail as it was frozen when sending began, as any recipient got it. */
function SentNewsletterPanel({ id }: { id: number }) {
  const [reader, setReader] = useState<Reader>()
  const sent = useQuery({ ...sentNewsletterQuery(id, reader?.id), placeholderData: (before) => before })
  return (
    <div className="space-y-3">
      <ReaderField isSent reader={reader} onChange={setReader} />
      <PanelQuery query={sent} errorText="What was sent could not be loaded." height="h-96">
        {(mail) => <MailPreview mail={mail} />}
      </PanelQuery>
    </div>
  )
}

/** The mail as it was sent, and the page of the newsletter if it has one. */
export function SentLinks({ newsletter }: { newsletter: Pick<Newsletter, 'id' | 'slug' | 'hasPage' | 'startedAt'> }) {
  const { id, slug, hasPage, startedAt } = newsletter
  const [isShown, setIsShown] = useState(false)
  if (startedAt === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {hasPage && (
        <ToolLink href={newsletterAddress(slug)}>
          <ExternalLink aria-hidden="true" className="size-4" />
          View the page
        </ToolLink>
      )}
      <ToolButton onClick={() => setIsShown(true)}>
        <Eye aria-hidden="true" className="size-4" />
        What was sent
      </ToolButton>
      <Dialog isOpen={isShown} size="large" title="What was sent" onClose={() => setIsShown(false)}>
        <SentNewsletterPanel id={id} />
      </Dialog>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newsletterPreviewQuery, sentNewsletterQuery } from '../../data/owner/newsletters.ts'
import { Panel } from '../kit/panel.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { MailPreview } from './mail-preview.tsx'
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
export function SentNewsletterPanel({ id }: { id: number }) {
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

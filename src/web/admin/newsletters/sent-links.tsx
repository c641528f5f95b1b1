import { ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { newsletterAddress } from './newsletter-hrefs.ts'
import { SentNewsletterPanel } from './newsletter-preview-panel.tsx'

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

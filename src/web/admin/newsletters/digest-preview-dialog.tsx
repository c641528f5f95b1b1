import { useQuery } from '@tanstack/react-query'
import { digestPreviewQuery } from '../../data/owner/automatic-newsletters.ts'
import { Dialog } from '../kit/dialog.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { MailFrame } from './mail-frame.tsx'

/** The digest as it would be sent now, with the posts since the last one. */
export function DigestPreviewDialog({ onClose }: { onClose: () => void }) {
  const preview = useQuery(digestPreviewQuery())
  return (
    <Dialog isOpen size="large" title="The next digest" onClose={onClose}>
      <PanelQuery query={preview} errorText="The preview could not be loaded." height="h-96">
        {({ posts, mail }) =>
          mail ? (
            <>
              <p className="mb-3 text-sm text-ink-soft">
                {posts === 1 ? 'One new post' : `${posts.toLocaleString('en-US')} new posts`} so far, with the settings
                as they were saved.
              </p>
              <p dir="auto" className="font-semibold wrap-anywhere">
                {mail.subject}
              </p>
              <p dir="auto" className="mb-3 text-sm text-ink-soft wrap-anywhere">
                {mail.preview}
              </p>
              <MailFrame html={mail.html} width={360} isDark={false} />
            </>
          ) : (
            <p>No new posts since the last digest, so none would be sent.</p>
          )
        }
      </PanelQuery>
    </Dialog>
  )
}

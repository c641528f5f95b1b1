import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { digestPreviewQuery } from '../../data/owner/automatic-newsletters.ts'
import { Dialog } from '../kit/dialog.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { MailPreview } from './mail-preview.tsx'
import { type Reader, ReaderField } from './reader-field.tsx'

/** The digest as it would be sent now, with the posts since the last one. */
export function DigestPreviewDialog({ onClose }: { onClose: () => void }) {
  const [reader, setReader] = useState<Reader>()
  const preview = useQuery({ ...digestPreviewQuery(reader?.id), placeholderData: (before) => before })
  return (
    <Dialog isOpen size="large" title="The next digest" onClose={onClose}>
      <PanelQuery query={preview} errorText="The preview could not be loaded." height="h-96">
        {({ posts, mail }) =>
          mail ? (
            <div className="space-y-3">
              <p className="text-sm text-ink-soft">
                {posts === 1 ? 'One new post' : `${posts.toLocaleString('en-US')} new posts`} so far, with the settings
                as they were saved.
              </p>
              <ReaderField reader={reader} onChange={setReader} />
              <MailPreview isInDialog mail={mail} />
            </div>
          ) : (
            <p>No new posts since the last digest, so none would be sent.</p>
          )
        }
      </PanelQuery>
    </Dialog>
  )
}

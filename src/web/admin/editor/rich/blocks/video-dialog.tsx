import { useState } from 'react'
import { socialCardOf } from '../../../../../contract/content/social-cards.ts'
import { TextField } from '../../../kit/form-fields.tsx'
import { ToolButton } from '../../../kit/tool-button.tsx'
import { LibraryButton } from '../../../media/library-button.tsx'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { InsertDialog } from '../insert-dialog.tsx'
import type { BlockDialogProps } from './editor-block.ts'
import { addressedVideo, addressProblem } from './video-address.ts'

export type VideoAttributes = { href: string; title: string; caption: string; poster: string; posterAlt: string }

const NOT_SHOWN =
  'Please use an address of YouTube, TikTok or Vimeo, of a post on Instagram or Pinterest, or one that ends in .mp4'

const empty: VideoAttributes = { href: '', title: '', caption: '', poster: '', posterAlt: '' }

/** Inserts a video or a card by its address, or changes the selected one. */
export function VideoDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'video'))
  const [fields, setFields] = useState({ ...empty, ...(around?.node.attrs as Partial<VideoAttributes> | undefined) })
  const [error, setError] = useState<string>()
  const change = (changed: Partial<VideoAttributes>) => setFields({ ...fields, ...changed })

  const apply = () => {
    const video = addressedVideo(fields.href)
    if (!video) {
      setError(addressProblem(fields.href) ?? NOT_SHOWN)
      return
    }
    const title = fields.title.trim() || video.title
    // Her choice of a shape stays while the address does.
    const { 'data-shape': chosen } = around?.node.attrs.href === video.href ? around.node.attrs : video
    const attrs = { ...fields, href: video.href, title, caption: fields.caption.trim(), 'data-shape': chosen }
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes('video', attrs).run()
    else insertBlock(editor, { type: 'video', attrs })
    onClose()
  }
  return (
    <InsertDialog what="a video" isNew={!around} onApply={apply} onClose={onClose}>
      <TextField
        optional={false}
        label="Address of the video"
        hint="YouTube, TikTok, Vimeo or an mp4 file, of which readers load nothing before they press play. A post on Instagram or Pinterest becomes a card with your own picture."
        inputMode="url"
        value={fields.href}
        error={error}
        onChange={(event) => {
          setError(undefined)
          change({ href: event.target.value })
        }}
      />
      <TextField
        optional
        label="Title"
        placeholder={addressedVideo(fields.href)?.title}
        maxLength={200}
        value={fields.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        label="Caption"
        optional
        maxLength={500}
        value={fields.caption}
        onChange={(event) => change({ caption: event.target.value })}
      />
      <PosterField isCard={!!socialCardOf(fields.href)} poster={fields.poster} onChange={change} />
    </InsertDialog>
  )
}

type PosterFieldProps = {
  isCard: boolean
  poster: string
  onChange: (changed: Pick<VideoAttributes, 'poster' | 'posterAlt'>) => void
}

function PosterField({ isCard, poster, onChange }: PosterFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm font-semibold">
        {isCard ? 'Picture of the card' : 'Picture before it plays'} (optional)
      </span>
      <LibraryButton onChoose={({ url }) => onChange({ poster: url, posterAlt: '' })} />
      {poster && (
        <>
          <img src={poster} alt="" className="h-14 rounded-md" />
          <ToolButton tone="quiet" onClick={() => onChange({ poster: '', posterAlt: '' })}>
            No picture
          </ToolButton>
        </>
      )}
    </div>
  )
}

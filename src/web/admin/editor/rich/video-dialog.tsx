import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { videoOf } from '../../../../contract/content/videos.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { LibraryButton } from '../../media/library-button.tsx'
import { blockAround } from './block-around.ts'
import type { VideoAttributes } from './blocks/video.tsx'
import { insertBlock } from './insert-block.ts'

type VideoDialogProps = { editor: Editor; onClose: () => void }

const empty: VideoAttributes = { href: '', title: '', caption: '', poster: '', posterAlt: '' }

/** Inserts a video by its address, or changes the selected one. */
export function VideoDialog({ editor, onClose }: VideoDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'video'))
  const [fields, setFields] = useState({ ...empty, ...(around?.node.attrs as Partial<VideoAttributes> | undefined) })
  const [error, setError] = useState<string>()
  const change = (changed: Partial<VideoAttributes>) => setFields({ ...fields, ...changed })

  const apply = () => {
    const video = videoOf(fields.href)
    if (!video) {
      setError('Please use an address of YouTube or Vimeo, or one that ends in .mp4')
      return
    }
    const title = fields.title.trim() || 'Watch the video'
    const attrs = { ...fields, href: video.page, title, caption: fields.caption.trim() }
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes('video', attrs).run()
    else insertBlock(editor, { type: 'video', attrs })
    onClose()
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    apply()
  }

  return (
    <Dialog
      isOpen
      title={around ? 'Change the video' : 'Insert a video'}
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" onClick={apply}>
            {around ? 'Change' : 'Insert'}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-4">
        <TextField
          label="Address of the video"
          hint="YouTube, Vimeo or an mp4 file. Readers load nothing from there before they press play."
          inputMode="url"
          value={fields.href}
          error={error}
          onKeyDown={applyOnEnter}
          onChange={(event) => {
            setError(undefined)
            change({ href: event.target.value })
          }}
        />
        <TextField
          label="Title"
          maxLength={200}
          value={fields.title}
          onKeyDown={applyOnEnter}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextField
          label="Caption (optional)"
          maxLength={500}
          value={fields.caption}
          onKeyDown={applyOnEnter}
          onChange={(event) => change({ caption: event.target.value })}
        />
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm font-semibold">Picture before it plays (optional)</span>
          <LibraryButton onChoose={({ url }) => change({ poster: url, posterAlt: '' })} />
          {fields.poster && (
            <>
              <img src={fields.poster} alt="" className="h-14 rounded-md" />
              <ToolButton tone="quiet" onClick={() => change({ poster: '', posterAlt: '' })}>
                No picture
              </ToolButton>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

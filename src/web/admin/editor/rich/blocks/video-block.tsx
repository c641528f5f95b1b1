import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { CirclePlay, PlayIcon } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { videoOf } from '../../../../../contract/content/videos.ts'
import { Dialog } from '../../../kit/dialog.tsx'
import { TextField } from '../../../kit/form-fields.tsx'
import { ToolButton } from '../../../kit/tool-button.tsx'
import { LibraryButton } from '../../../media/library-button.tsx'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { type BlockDialogProps, changeAction, type EditorBlock, editorAttributes, selectorOf } from './editor-block.ts'
import { widthChoice } from './picture-blocks.tsx'

type VideoAttributes = { href: string; title: string; caption: string; poster: string; posterAlt: string }

/** A video by its address. Nothing of it is loaded, neither in the editor nor before a reader's click. */
const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...editorAttributes('video'),
    ...Object.fromEntries(
      Object.entries(readers).map(([name, parseHTML]) => [name, { default: '', parseHTML, renderHTML: () => ({}) }]),
    ),
  }),
  parseHTML: () => [
    {
      tag: selectorOf('video'),
      priority: 70,
      getAttrs: (element) => (element.querySelector('a[href]') ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { href, title, caption, poster, posterAlt } = node.attrs as VideoAttributes
    const image = poster ? [['img', { src: poster, alt: posterAlt }] as const] : []
    const text = caption ? [['figcaption', caption] as const] : []
    return ['figure', { [BLOCK]: 'video', ...HTMLAttributes }, ['a', { href }, ...image, title], ...text]
  },
  addNodeView: () => ReactNodeViewRenderer(VideoView),
})

const readers: Record<keyof VideoAttributes, (element: HTMLElement) => string> = {
  href: (element) => element.querySelector('a')?.getAttribute('href') ?? '',
  title: (element) => element.querySelector('a')?.textContent?.trim() ?? '',
  caption: (element) => element.querySelector('figcaption')?.textContent?.trim() ?? '',
  poster: (element) => element.querySelector('img')?.getAttribute('src') ?? '',
  posterAlt: (element) => element.querySelector('img')?.getAttribute('alt') ?? '',
}

function VideoView({ node, selected }: NodeViewProps) {
  const { href, title, caption, poster } = node.attrs as VideoAttributes
  const provider = videoOf(href)?.provider
  return (
    <NodeViewWrapper className="my-8" contentEditable={false} data-drag-handle>
      <div
        className={`relative flex aspect-video items-end overflow-hidden rounded-card bg-ink p-4 font-sans text-base text-paper ${selected ? 'ring-3 ring-accent ring-offset-2' : ''}`}
      >
        {/* Not the styles of the text's images. */}
        {poster && (
          <img src={poster} alt="" className="!absolute inset-0 !size-full !max-w-none rounded-none! object-cover" />
        )}
        <span
          aria-hidden="true"
          className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-accent-deep text-white"
        >
          <PlayIcon className="ml-1 size-6 fill-current" />
        </span>
        <span className="relative z-1 line-clamp-2 font-semibold wrap-anywhere">
          {provider && provider !== 'file' ? `Video on ${provider}: ` : 'Video: '}
          {title}
        </span>
      </div>
      {caption && <p className="mt-3! text-center text-sm text-ink-soft">{caption}</p>}
    </NodeViewWrapper>
  )
}

export const videoBlock = {
  node: VideoNode,
  menu: {
    description: 'From YouTube, Vimeo or an mp4 file',
    words: 'youtube vimeo movie film embed',
    group: 'Blocks',
    icon: CirclePlay,
  },
  action: changeAction,
  choices: { 'data-width': widthChoice },
  Dialog: VideoDialog,
} satisfies EditorBlock

const empty: VideoAttributes = { href: '', title: '', caption: '', poster: '', posterAlt: '' }

/** Inserts a video by its address, or changes the selected one. */
function VideoDialog({ editor, onClose }: BlockDialogProps) {
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
        <PosterField poster={fields.poster} onChange={change} />
      </div>
    </Dialog>
  )
}

type PosterFieldProps = { poster: string; onChange: (changed: Pick<VideoAttributes, 'poster' | 'posterAlt'>) => void }

function PosterField({ poster, onChange }: PosterFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm font-semibold">Picture before it plays (optional)</span>
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

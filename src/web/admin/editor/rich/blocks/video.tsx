import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { PlayIcon } from 'lucide-react'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { videoOf } from '../../../../../contract/content/videos.ts'
import { editorAttributes, selectorOf } from './block-attributes.ts'

export type VideoAttributes = { href: string; title: string; caption: string; poster: string; posterAlt: string }

/** A video by its address. Nothing of it is loaded, neither in the editor nor before a reader's click. */
export const VideoNode = Node.create({
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

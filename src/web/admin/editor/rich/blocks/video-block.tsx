import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { CirclePlay, PlayIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { socialCardOf } from '../../../../../contract/content/social-cards.ts'
import { videoOf } from '../../../../../contract/content/videos.ts'
import { changeAction, type EditorBlock, editorAttributes, selectorOf } from './editor-block.ts'
import { widthChoice } from './picture-blocks.tsx'
import { type VideoAttributes, VideoDialog } from './video-dialog.tsx'

/** A video or a card by its address. Nothing of it is loaded, neither in the editor nor before a reader's click. */
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
  const mark = selected ? 'selected-block' : ''
  const card = socialCardOf(href)
  return (
    <NodeViewWrapper className="my-8" contentEditable={false} data-drag-handle>
      {card ? (
        <CardView className={mark} {...{ poster, title }}>
          On {card.network}
        </CardView>
      ) : (
        <PlayerView className={mark} isUpright={node.attrs['data-shape'] === 'upright'} {...{ href, title, poster }} />
      )}
      {caption && <p className="mt-3! text-center text-sm text-ink-soft">{caption}</p>}
    </NodeViewWrapper>
  )
}

type CardViewProps = Pick<VideoAttributes, 'title' | 'poster'> & { className: string; children: ReactNode }

function CardView({ title, poster, className, children }: CardViewProps) {
  return (
    <div className={`flex gap-5 border-y border-line py-5 font-sans text-base ${className}`}>
      {poster && <img src={poster} alt="" className="m-0! aspect-4/5 w-28! rounded-lg! object-cover" />}
      <span className="min-w-0 font-semibold text-accent-deep wrap-anywhere">
        <small className="block font-medium text-ink-soft">{children}</small>
        {title}
      </span>
    </div>
  )
}

type PlayerViewProps = Pick<VideoAttributes, 'href' | 'title' | 'poster'> & { isUpright: boolean; className: string }

function PlayerView({ href, title, poster, isUpright, className }: PlayerViewProps) {
  const provider = videoOf(href)?.provider
  const shape = isUpright ? 'mx-auto aspect-9/16 max-w-60' : 'aspect-video'
  return (
    <div
      className={`relative flex items-end overflow-hidden rounded-card bg-ink p-4 font-sans text-base text-paper ${shape} ${className}`}
    >
      {/* Not the styles of the text's images. */}
      {poster && (
        <>
          <img src={poster} alt="" className="!absolute inset-0 !size-full !max-w-none rounded-none! object-cover" />
          <span
            aria-hidden="true"
            className="absolute inset-0 bg-linear-to-b from-transparent from-35% to-black/80 to-70%"
          />
        </>
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
  )
}

export const videoBlock = {
  node: VideoNode,
  menu: {
    description: 'From YouTube, TikTok, Vimeo or a file, or a card for Instagram and Pinterest',
    words: 'youtube shorts vimeo tiktok instagram reel pinterest pin movie film embed card',
    group: 'Blocks',
    icon: CirclePlay,
  },
  action: changeAction,
  title: (node) => node.attrs.title || undefined,
  choices: {
    'data-width': widthChoice,
    'data-shape': { label: 'Shape', options: { '': 'Wide', upright: 'Upright' } },
  },
  Dialog: VideoDialog,
} satisfies EditorBlock

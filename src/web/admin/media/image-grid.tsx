import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { type ImageListState, imagesQuery } from '../../data/owner/images.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

type ImageGridProps = {
  state: ImageListState
  tile: (image: OwnerImage) => ReactNode
}

const columns = 'grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'
const places = Array.from({ length: 12 }, (_, index) => `place ${index}`)

/** The images of the library, newest first, a page at a time. */
export function ImageGrid({ state, tile }: ImageGridProps) {
  const images = useInfiniteQuery(imagesQuery(state))
  if (images.isPending)
    return (
      <div role="status" className={columns}>
        <span className="sr-only">Loading the images…</span>
        {places.map((place) => (
          <Skeleton key={place} className="aspect-square w-full rounded-lg" />
        ))}
      </div>
    )
  if (images.isError)
    return (
      <StatusMessage tone="error">
        The images could not be loaded.
        <ToolButton className="ml-3" onClick={() => void images.refetch()}>
          Try again
        </ToolButton>
      </StatusMessage>
    )
  const shown = images.data.pages.flatMap(({ items }) => items)
  const total = images.data.pages[0]?.total ?? 0
  if (shown.length === 0)
    return (
      <p className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
        {state.q || state.described ? 'Nothing matches.' : 'No images yet. What you upload is kept here.'}
      </p>
    )
  return (
    <>
      <ul className={columns}>
        {shown.map((image) => (
          <li key={image.id} className="min-w-0">
            {tile(image)}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
        <p aria-live="polite">
          {shown.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} images
        </p>
        {images.hasNextPage && (
          <ToolButton disabled={images.isFetchingNextPage} onClick={() => void images.fetchNextPage()}>
            {images.isFetchingNextPage ? 'Loading...' : 'Load more'}
          </ToolButton>
        )}
      </div>
    </>
  )
}

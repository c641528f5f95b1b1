import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

type ImageGridProps = {
  library: UseInfiniteQueryResult<InfiniteData<Page<OwnerImage>>>
  /** A tile of the grid, with its key. */
  tile: (image: OwnerImage) => ReactNode
  /** Shown for an empty library. */
  empty: ReactNode
}

const gridClass = 'grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

/** The loaded pages of the library as a grid. */
export function ImageGrid({ library, tile, empty }: ImageGridProps) {
  if (library.isPending) return <GridSkeleton />
  return (
    <>
      <LoadFailure query={library}>The images could not be loaded.</LoadFailure>
      {library.data && <LoadedGrid {...{ library, tile, empty }} />}
    </>
  )
}

function LoadedGrid({ library, tile, empty }: ImageGridProps) {
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = library
  const images = imagesOf(library.data)
  const total = totalOf(library.data)
  if (images.length === 0)
    return (
      <div className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
        {empty}
      </div>
    )
  return (
    <>
      <ul
        aria-label="Images"
        tabIndex={-1}
        data-keeps-focus=""
        className={`${gridClass} transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {images.map(tile)}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-4">
        <p aria-live="polite" className="text-sm text-ink-soft">
          {images.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        </p>
        {hasNextPage && (
          <ToolButton aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </ToolButton>
        )}
      </div>
    </>
  )
}

/** The loaded images, deduplicated: after an upload, the next page repeats an image. */
export function imagesOf(data: InfiniteData<Page<OwnerImage>> | undefined): OwnerImage[] {
  const all = data?.pages.flatMap((page) => page.items) ?? []
  return [...new Map(all.map((image) => [image.id, image])).values()]
}

function totalOf(data: InfiniteData<Page<OwnerImage>> | undefined): number {
  return data?.pages.at(-1)?.total ?? 0
}

function GridSkeleton() {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Loading images…</span>
      {Array.from({ length: 12 }, (_, index) => `square ${index}`).map((square) => (
        <div key={square}>
          <Skeleton className="aspect-square rounded-lg" />
          <Skeleton className="mt-1.5 h-3.5 w-2/3" />
        </div>
      ))}
    </div>
  )
}

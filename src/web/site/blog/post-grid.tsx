import type { ReactNode } from 'react'
import type { PostCardData } from '../../data/page-data.ts'
import { PostCard, PostCardSkeleton } from './post-card.tsx'

/** `lead`: the first story large and the last ones in a dense strip; `uneven`: three columns of falling width. */
type Rhythm = 'lead' | 'uneven'

type PostGridProps = {
  posts: PostCardData[]
  headingLevel?: 2 | 3
  /** The grid is above the fold. */
  priority?: boolean
  rhythm?: Rhythm
  mark?: ((text: string) => ReactNode) | undefined
}

export function PostGrid({ posts, headingLevel, priority = false, rhythm, mark }: PostGridProps) {
  return (
    <ul className={classOf(rhythm)}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={post}
            headingLevel={headingLevel}
            priority={priority && index === 0}
            sizes={rhythm && index === 0 ? '(min-width: 1440px) 900px, (min-width: 1024px) 62vw, 92vw' : undefined}
            mark={mark}
          />
        </li>
      ))}
    </ul>
  )
}

function classOf(rhythm: Rhythm | undefined): string {
  return rhythm ? `stories ${rhythm}` : 'stories'
}

export function PostGridSkeleton({ count, rhythm }: { count: number; rhythm?: Rhythm }) {
  return (
    <div role="status">
      <span className="sr-only">Loading posts...</span>
      <div className={classOf(rhythm)}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
          <PostCardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}

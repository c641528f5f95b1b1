import type { PostCardData } from '../../data/cards.ts'
import { PostCard, PostCardSkeleton } from './post-card.tsx'

const grid = 'grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3'

type PostGridProps = {
  posts: PostCardData[]
  headingLevel?: 2 | 3
  /** The grid is above the fold. */
  priority?: boolean
}

export function PostGrid({ posts, headingLevel, priority = false }: PostGridProps) {
  return (
    <ul className={grid}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} headingLevel={headingLevel} priority={priority && index === 0} />
        </li>
      ))}
    </ul>
  )
}

export function PostGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading posts...</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <PostCardSkeleton key={index} />
      ))}
    </div>
  )
}

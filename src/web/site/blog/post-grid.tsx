import type { ReactNode } from 'react'
import type { PostCardData } from '../../data/page-data.ts'
import { Fragment } from '../layout/fragment.tsx'
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
  /** False for a list that is not that of a query, or stands in a fragment. */
  isFragment?: boolean
}

export function PostGrid({ isFragment = true, ...props }: PostGridProps) {
  const { posts, headingLevel, priority, rhythm } = props
  return (
    <Fragment
      as="ul"
      className={classOf(rhythm)}
      of={[posts]}
      variant={isFragment ? `${headingLevel} ${priority} ${rhythm}` : null}
    >
      <Posts {...props} />
    </Fragment>
  )
}

function Posts({ posts, headingLevel, priority = false, rhythm, mark }: PostGridProps) {
  return posts.map((post, index) => (
    <li key={post.id}>
      <PostCard
        post={post}
        headingLevel={headingLevel}
        priority={priority && index === 0}
        sizes={rhythm && sizesOf(rhythm, index)}
        isLarge={rhythm !== undefined && index === 0}
        mark={mark}
      />
    </li>
  ))
}

/** The `sizes` of the pictures that are not as wide as a third of the page (`styles/stories.css`). */
function sizesOf(rhythm: Rhythm, index: number): string | undefined {
  if (index === 0) return `${firstSizes[rhythm]}, (min-width: 640px) 92vw, 88vw`
  const narrow = '(min-width: 640px) 46vw, 92vw'
  if (rhythm === 'lead') return index < 6 ? undefined : `(min-width: 1024px) 120px, ${narrow}`
  return index === 2 ? `(min-width: 1440px) 324px, (min-width: 1024px) 22vw, ${narrow}` : undefined
}

const firstSizes: Record<Rhythm, string> = {
  lead: '(min-width: 1440px) 900px, (min-width: 1024px) 62vw',
  uneven: '(min-width: 1440px) 540px, (min-width: 1024px) 37vw',
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

import type { ReactNode } from 'react'
import type { PostCardData } from '../../data/page-data.ts'
import { Fragment } from '../layout/fragment.tsx'
import { PostCard, PostCardSkeleton } from './post-card.tsx'

/**
 * `lead`: the first story large and the last ones in a dense strip; `uneven`: three columns of falling width; `pairs`: two columns
 * (`styles/search.css`).
 */
type Rhythm = 'lead' | 'uneven' | 'pairs'

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
        {...pictureSize(rhythm, index, posts.length)}
        mark={mark}
      />
    </li>
  ))
}

const narrow = '(min-width: 640px) 46vw, 92vw'
const half = `(min-width: 1440px) 680px, (min-width: 1024px) 47vw, ${narrow}`

/** The size of a picture that is not as wide as a third of the page (`styles/stories.css`). */
function pictureSize(rhythm: Rhythm | undefined, index: number, count: number): { sizes?: string; isLarge?: boolean } {
  if (rhythm === 'pairs') return {}
  if (rhythm && index === 0) return { sizes: `${firstSizes[rhythm]}, (min-width: 640px) 92vw, 88vw`, isLarge: true }
  if (rhythm === 'uneven')
    return index === 2 ? { sizes: `(min-width: 1440px) 324px, (min-width: 1024px) 22vw, ${narrow}` } : {}
  if (rhythm === 'lead' && index > 5) return { sizes: `(min-width: 1024px) 120px, ${narrow}` }
  const lastRow = count % 3
  return count > 3 && lastRow > 0 && index >= count - lastRow ? { sizes: half, isLarge: true } : {}
}

const firstSizes: Record<Exclude<Rhythm, 'pairs'>, string> = {
  lead: '(min-width: 1440px) 920px, (min-width: 1024px) 63vw',
  uneven: '(min-width: 1440px) 540px, (min-width: 1024px) 37vw',
}

function classOf(rhythm: Rhythm | undefined): string {
  if (rhythm === 'pairs') return rhythm
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

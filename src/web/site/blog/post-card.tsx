import type { ReactNode } from 'react'
import type { PostCardData } from '../../data/page-data.ts'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { ArrowRight } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { PostDate } from '../layout/post-date.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'

type PostCardProps = {
  post: PostCardData
  /** One below the heading that the card stands under. */
  headingLevel?: 2 | 3
  /** Loads the picture eagerly, for cards above the fold. */
  priority?: boolean
  /** The `sizes` of the picture; by default, of a third of the page. */
  sizes?: string | undefined
  /** The picture needs files wider than 960 px. */
  isLarge?: boolean
  /** Draws a text with what was searched for marked. */
  mark?: ((text: string) => ReactNode) | undefined
}

const third = '(min-width: 1440px) 440px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw'

/** A post in a list. The list it stands in decides its shape (`styles/stories.css`). */
export function PostCard({
  post,
  headingLevel = 3,
  priority,
  sizes = third,
  isLarge = false,
  mark = (text) => text,
}: PostCardProps) {
  const written = useWritten()
  const Heading = `h${headingLevel}` as const
  const href = postHref(post.slug)
  return (
    <article className="story">
      <div className="story-cover">
        {/* The title is the link for keyboards and screen readers; the picture only enlarges the target. */}
        <Link href={href} tabIndex={-1} aria-hidden="true">
          <Picture
            picture={post.picture}
            src={post.coverImage}
            alt={post.imageAlt}
            sizes={sizes}
            drawn={isLarge ? undefined : 320}
            priority={priority}
            className="zoom"
          />
        </Link>
        <PostBadge post={post} />
      </div>
      <div className="story-text">
        <LabelLine words={post.kicker} />
        <PostDate post={post} />
        <Heading {...written}>
          <Link href={href} className="link-line">
            {mark(post.title)}
          </Link>
        </Heading>
        <p {...written} className="excerpt">
          {mark(post.excerpt)}
        </p>
        <Link href={href} className="read-more">
          Read More
          <span lang={written.lang} className="sr-only">{`: ${post.title}`}</span>
          <ArrowRight className="size-4" />
        </Link>
      </div>
    </article>
  )
}

/** As tall as a card with a title of two lines. */
export function PostCardSkeleton() {
  return (
    <div className="story">
      <Skeleton className="story-cover" />
      <Skeleton className="mt-6 h-4 w-32" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-2 h-5 w-2/3" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2.5 h-4 w-4/5" />
      <Skeleton className="mt-6 h-5 w-28" />
    </div>
  )
}

/** The label on a card: the fixed one of the settings, or the post's category. */
function PostBadge({ post }: { post: PostCardData }) {
  const label = useSite().cardBadge || post.categoryName
  return label && <span className="badge">{label}</span>
}

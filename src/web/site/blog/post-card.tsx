import type { PostCardData } from '../../data/page-data.ts'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { ArrowRight } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PostBadge } from './post-badge.tsx'
import { PostDate } from './post-date.tsx'

type PostCardProps = {
  post: PostCardData
  /** One below the heading that the card stands under. */
  headingLevel?: 2 | 3
  /** Loads the picture eagerly, for cards above the fold. */
  priority?: boolean
}

const sizes = '(min-width: 1280px) 370px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw'

export function PostCard({ post, headingLevel = 3, priority }: PostCardProps) {
  const Heading = `h${headingLevel}` as const
  const href = postHref(post.slug)
  return (
    <article className="group flex h-full flex-col">
      <div className="relative">
        {/* The title is the link for keyboards and screen readers; the picture only enlarges the target. */}
        <Link href={href} tabIndex={-1} aria-hidden="true" className="block overflow-hidden rounded-card">
          <Picture
            picture={post.picture}
            src={post.coverImage}
            alt={post.imageAlt}
            sizes={sizes}
            priority={priority}
            className="aspect-4/3 zoom group-hover:scale-[1.03]"
          />
        </Link>
        <PostBadge post={post} className="absolute top-3 left-3" />
      </div>
      <div className="flex grow flex-col pt-5">
        <PostDate post={post} className="text-sm text-ink-soft" />
        <Heading dir="auto" className="mt-1.5 text-2xl leading-snug">
          <Link href={href} className="link-line">
            {post.title}
          </Link>
        </Heading>
        <p dir="auto" className="mt-2.5 excerpt">
          {post.excerpt}
        </p>
        <div className="mt-auto pt-4">
          <ReadMore href={href} title={post.title} />
        </div>
      </div>
    </article>
  )
}

export function ReadMore({ href, title }: { href: string; title: string }) {
  return (
    <Link href={href} className="read-more">
      Read More
      <span className="sr-only">: {title}</span>
      <ArrowRight className="size-4 transition-transform group-hover:translate-x-1" />
    </Link>
  )
}

/** As tall as a card with a title of two lines. */
export function PostCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/3 rounded-card!" />
      <Skeleton className="mt-6 h-4 w-32" />
      <Skeleton className="mt-4 h-6 w-full" />
      <Skeleton className="mt-2.5 h-6 w-2/3" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2.5 h-4 w-4/5" />
      <Skeleton className="mt-6 h-5 w-28" />
    </div>
  )
}

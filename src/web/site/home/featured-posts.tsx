import { useQuery } from '@tanstack/react-query'
import { HOME_POSTS } from '../../../contract/limits.ts'
import type { PostCardData } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { PostBadge } from '../blog/post-badge.tsx'
import { ReadMore } from '../blog/post-card.tsx'
import { PostDate } from '../blog/post-date.tsx'
import { useSite } from '../layout/use-site.tsx'

/** The featured posts, the first of them large; renders nothing without any. */
export function FeaturedPosts() {
  const { featuredHeading } = useSite()
  const posts = useQuery(useQueries().posts({ featured: 'true', limit: HOME_POSTS }))
  const [lead, ...others] = posts.data?.items ?? []
  if (!lead) return null
  return (
    <section aria-labelledby="featured" className="border-y border-line bg-white py-16 md:py-24">
      <Container>
        <SectionHeading id="featured" title={featuredHeading} />
        <div className={`grid gap-x-14 gap-y-12 ${others.length > 0 ? 'lg:grid-cols-[7fr_5fr]' : ''}`}>
          <LeadStory post={lead} />
          {others.length > 0 && (
            <ul className="grid content-start gap-y-8 md:grid-cols-2 md:gap-x-8 lg:grid-cols-1 lg:gap-y-0 lg:divide-y lg:divide-line">
              {others.map((post) => (
                <li key={post.id} className="lg:py-8 lg:first:pt-0 lg:last:pb-0">
                  <SideStory post={post} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Container>
    </section>
  )
}

function LeadStory({ post }: { post: PostCardData }) {
  const href = postHref(post.slug)
  return (
    <article className="group">
      <div className="relative">
        <Link href={href} tabIndex={-1} aria-hidden="true" className="block overflow-hidden rounded-card">
          <Picture
            picture={post.picture}
            src={post.coverImage}
            alt={post.imageAlt}
            sizes="(min-width: 1280px) 660px, (min-width: 1024px) 55vw, 94vw"
            className="aspect-3/2 zoom group-hover:scale-[1.03]"
          />
        </Link>
        <PostBadge post={post} className="absolute top-4 left-4" />
      </div>
      <PostDate post={post} className="mt-6 block text-sm text-ink-soft" />
      <h3 dir="auto" className="mt-2 text-3xl md:text-4xl">
        <Link href={href} className="link-line">
          {post.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-4 line-clamp-2 max-w-xl leading-relaxed text-ink-soft">
        {post.excerpt}
      </p>
      <div className="mt-4">
        <ReadMore href={href} title={post.title} />
      </div>
    </article>
  )
}

function SideStory({ post }: { post: PostCardData }) {
  const href = postHref(post.slug)
  return (
    <article className="group grid grid-cols-[7.5rem_1fr] gap-x-5 lg:grid-cols-[12rem_1fr] lg:gap-x-7">
      <div className="relative self-start">
        <Link href={href} tabIndex={-1} aria-hidden="true" className="block overflow-hidden rounded-card">
          <Picture
            picture={post.picture}
            src={post.coverImage}
            alt={post.imageAlt}
            sizes="(min-width: 1024px) 192px, 120px"
            className="aspect-square lg:aspect-4/5 zoom group-hover:scale-[1.04]"
          />
        </Link>
        <PostBadge post={post} className="absolute top-3 left-3" />
      </div>
      <div>
        <PostDate post={post} className="text-sm text-ink-soft" />
        <h3 dir="auto" className="mt-1 text-xl leading-snug lg:text-2xl">
          <Link href={href} className="link-line">
            {post.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 excerpt">
          {post.excerpt}
        </p>
        <div className="mt-2">
          <ReadMore href={href} title={post.title} />
        </div>
      </div>
    </article>
  )
}

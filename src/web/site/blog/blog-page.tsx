import type { Category } from '../../../contract/content/categories.ts'
import { POSTS_PER_PAGE } from '../../../contract/platform/limits.ts'
import { defaultTexts } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref, pageNumber } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { fillPattern } from '../../lib/route-pattern.ts'
import { useParams, useRedirect, useRouter } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { Pagination } from '../lists/pagination.tsx'
import { PostGrid, PostGridSkeleton } from './post-grid.tsx'

const SKELETONS = 6

/** The blog's list: all posts, or those of one category. */
export function BlogPage() {
  const { query } = useRouter()
  const queries = useQueries()
  const slug = useParams().slug
  const page = pageNumber(query) ?? 1
  const category = usePageQuery({ ...queries.category(slug ?? ''), enabled: slug !== undefined })
  // Found by an earlier slug, the category has moved.
  const current = category.data?.slug ?? slug
  const posts = usePageQuery(queries.posts({ page, limit: POSTS_PER_PAGE, category: current }))

  const moved = current !== undefined && current !== slug ? categoryHref(current) : undefined
  const elsewhere = category.data === null ? '/not-found' : moved
  useRedirect(elsewhere)

  const listHref = slug === undefined ? '/blog' : categoryHref(slug)
  const hrefOf = (number: number) => (number === 1 ? listHref : `${listHref}?page=${number}`)
  const pages = Math.max(1, Math.ceil((posts.data?.total ?? 0) / POSTS_PER_PAGE))
  const isHeadingLoading = slug !== undefined && category.isPending

  return (
    <Container className="py-12 md:py-16">
      <BlogHead category={category.data} {...{ page, pages, hrefOf }} />
      <BlogHeading isLoading={isHeadingLoading} category={category.data} page={page} />
      {posts.isPending && <PostGridSkeleton count={SKELETONS} rhythm="lead" />}
      {posts.isError && (
        <StatusMessage tone="error" className="mb-8">
          {copy.postsFailed}
        </StatusMessage>
      )}
      {posts.data?.items.length === 0 && <NoPosts isCategory={slug !== undefined} />}
      {posts.data && posts.data.items.length > 0 && (
        <PostGrid posts={posts.data.items} headingLevel={2} priority rhythm="lead" />
      )}
      <Pagination page={page} pages={pages} hrefOf={hrefOf} className="mt-16" />
    </Container>
  )
}

type BlogHeadingProps = { isLoading: boolean; category: Category | null | undefined; page: number }

function BlogHeading({ isLoading, category, page }: BlogHeadingProps) {
  const written = useWritten()
  const { postsHeading } = useSite()
  const { name, description, picture = null, imageUrl } = category ?? {}
  const heading = (
    <div className="min-w-0 max-w-3xl">
      {name && (
        <div className="mb-6">
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: '/' },
              { label: 'Blog', href: '/blog' },
              { label: name, isWritten: true },
            ]}
          />
        </div>
      )}
      <h1
        {...((name ?? postsHeading) !== defaultTexts.postsHeading && written)}
        className={titleStep(name ?? postsHeading)}
      >
        {isLoading ? <Skeleton className="h-12 w-64" /> : (name ?? postsHeading)}
        {page > 1 && <span className="sr-only">, page {page}</span>}
      </h1>
      {isLoading && <Skeleton className="mt-6 h-5 w-full max-w-xl" />}
      {description && (
        <p {...written} className="dek mt-4">
          {description}
        </p>
      )}
    </div>
  )
  const hasPicture = page === 1 && (picture !== null || Boolean(imageUrl))
  return (
    <div className={hasPicture ? 'category-head mb-10 md:mb-14' : 'mb-10 md:mb-14'}>
      {heading}
      {hasPicture && (
        <Picture picture={picture} src={imageUrl} alt="" sizes="(min-width: 768px) 240px, 96px" drawn={240} priority />
      )}
    </div>
  )
}

function NoPosts({ isCategory }: { isCategory: boolean }) {
  return (
    <div className="rounded-card border border-line bg-white px-6 py-16 text-center">
      <Drop />
      <p className="heading">No posts found.</p>
      {isCategory && (
        <>
          <p className="mt-3 text-ink-soft">There are no posts in this category yet. Check back soon!</p>
          <ButtonLink href="/blog" variant="secondary" size="small" className="mt-6">
            View All Posts
          </ButtonLink>
        </>
      )}
    </div>
  )
}

type BlogHeadProps = {
  category: Category | null | undefined
  page: number
  pages: number
  hrefOf: (page: number) => string
}

function BlogHead({ category, page, pages, hrefOf }: BlogHeadProps) {
  const site = useSite()
  const { name, description } = category ?? {}
  const title = name ?? `Blog | ${site.brand}`
  const about = name
    ? description || `Browse all posts about ${name} on ${site.brand}.`
    : `All articles on ${site.brand}, newest first. ${site.description}`
  return (
    <>
      <Head
        title={page > 1 ? `${title} (page ${page})` : title}
        description={page > 1 ? `${about} Page ${page}.` : about}
        path={hrefOf(page)}
        {...(category && { image: fillPattern('/share/categories/:slug.png', { slug: category.slug }) })}
      />
      {page > 1 && <link rel="prev" href={absoluteUrl(site, hrefOf(page - 1))} />}
      {page < pages && <link rel="next" href={absoluteUrl(site, hrefOf(page + 1))} />}
    </>
  )
}

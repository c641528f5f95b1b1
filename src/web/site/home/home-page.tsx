import { metaAttributes } from '../../../contract/accounts/meta-attributes.ts'
import { invitations } from '../../../contract/audience/invitations.ts'
import { HOME_POSTS, HOME_PRODUCTS } from '../../../contract/platform/limits.ts'
import { homeRoutinesQuery, type RoutineLink } from '../../data/home-routines.ts'
import { defaultTexts, type PostCardData } from '../../data/page-data.ts'
import { verificationTagsQuery } from '../../data/queries.ts'
import { type PageQueryState, usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link } from '../../lib/router.tsx'
import homeStyles from '../../styles/home.css?url'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PostCard } from '../blog/post-card.tsx'
import { PostGrid, PostGridSkeleton } from '../blog/post-grid.tsx'
import { LateContactForm, LateNewsletterForm } from '../forms/late-forms.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Fragment } from '../layout/fragment.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { SectionHeading } from '../layout/section-heading.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { LastNewsletter } from '../newsletter/last-newsletter.tsx'
import { ProductSection } from '../shop/product-section.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { Hero } from './hero.tsx'
import { StartHere } from './start-here.tsx'
import { homeDefaults, useHome } from './use-home.ts'

const none: RoutineLink[] = []

export function HomePage() {
  const home = useHome()
  const queries = useQueries()
  const latest = usePageQuery(queries.posts({ limit: HOME_POSTS }))
  const featured = usePageQuery(queries.posts({ featured: 'true', limit: HOME_POSTS }))
  const products = usePageQuery(queries.products({ limit: HOME_PRODUCTS }))
  const categories = usePageQuery(queries.categoryTiles())
  const hasRoutines = useSite().explore?.includes('routines') ?? false
  const routines = usePageQuery({ ...homeRoutinesQuery(queries.read), enabled: hasRoutines })
  const named = hasRoutines ? routines.data : none
  const parts = [home, latest.data, featured.data, products.data, categories.data, named]
  const shown = parts.filter((data) => data !== undefined)
  return (
    <>
      <link rel="stylesheet" href={homeStyles} precedence="blocks" />
      <HomeHead />
      <Fragment as="div" of={shown} variant={shown.length === parts.length ? '' : null}>
        <Hero />
        <NewestStory post={latest.data?.items[0]} />
        <CategoryTiles categories={categories} />
        <StartHere routines={named ?? none} />
        <FeaturedPosts posts={featured.data?.items ?? []} />
        <LatestPosts posts={latest} />
        <div className="border-line bg-white not-empty:border-t">
          <ProductSection
            title={home.productsHeading}
            isWritten={home.productsHeading !== homeDefaults.productsHeading}
            products={products}
            linkId="home-grid"
          />
        </div>
      </Fragment>
      <section aria-labelledby="newsletter" className="bg-sand py-16 md:py-20">
        <Container width="prose">
          <SectionHeading
            id="newsletter"
            align="center"
            eyebrow="Letters, not noise"
            title="Join the Newsletter"
            description={invitations.home}
          />
          <LateNewsletterForm />
          <LastNewsletter />
        </Container>
      </section>
      <section aria-labelledby="contact" className="py-16 md:py-24">
        <Container className="grid gap-x-16 lg:grid-cols-[2fr_3fr]">
          <SectionHeading
            id="contact"
            eyebrow="Say hello"
            title="Get In Touch"
            description="A question about your routine, an idea for an article, or a correction: write to me."
          />
          <LateContactForm />
        </Container>
      </section>
    </>
  )
}

function HomeHead() {
  const site = useSite()
  const { heroTitle } = useHome()
  return (
    <>
      <Head title={`${site.brand} | ${heroTitle}`} description={site.description} path="/" />
      {import.meta.env.SSR && <VerificationTags />}
      <JsonLd
        data={{
          '@type': 'WebSite',
          name: site.brand,
          inLanguage: site.language,
          description: site.description,
          url: absoluteUrl(site, '/'),
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl(site, '/search')}?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
    </>
  )
}

/** By which services recognise the site. They run no scripts, so the browser needs none of this. */
function VerificationTags() {
  const tags = usePageQuery(verificationTagsQuery(useQueries())).data ?? []
  return tags.map((tag) => <meta key={tag.name} {...metaAttributes(tag)} />)
}

/** The featured posts, the first of them large; renders nothing without any. */
function FeaturedPosts({ posts }: { posts: PostCardData[] }) {
  const { featuredHeading } = useHome()
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="featured" className="border-y border-line bg-white py-16 md:py-24">
      <Container>
        <SectionHeading
          id="featured"
          title={featuredHeading}
          isWritten={featuredHeading !== homeDefaults.featuredHeading}
        />
        <Fragment as="ul" className="feature" of={[posts]}>
          <FeaturedCards posts={posts} />
        </Fragment>
      </Container>
    </section>
  )
}

function FeaturedCards({ posts }: { posts: PostCardData[] }) {
  return posts.map((post, index) => (
    <li key={post.id}>
      <PostCard
        post={post}
        sizes={
          index === 0
            ? '(min-width: 1440px) 812px, (min-width: 1024px) 56vw, (min-width: 640px) 92vw, 88vw'
            : '(min-width: 1024px) 192px, 120px'
        }
        isLarge={index === 0}
      />
    </li>
  ))
}

function LatestPosts({ posts }: { posts: PageQueryState<{ items: PostCardData[] }> }) {
  const { postsHeading } = useSite()
  if (posts.data?.items.length === 0) return null
  return (
    <section aria-labelledby="latest" className="py-16 md:py-24">
      <Container>
        <SectionHeading
          id="latest"
          title={postsHeading}
          isWritten={postsHeading !== defaultTexts.postsHeading}
          action={
            <ButtonLink href="/blog" variant="quiet">
              View All Posts
            </ButtonLink>
          }
        />
        {posts.isPending && <PostGridSkeleton count={HOME_POSTS} rhythm="uneven" />}
        {posts.isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.postsFailed}
          </StatusMessage>
        )}
        {posts.data && <PostGrid posts={posts.data.items} rhythm="uneven" />}
      </Container>
    </section>
  )
}

/** The newest post, in words alone: its picture stands among the latest posts. */
function NewestStory({ post }: { post: PostCardData | undefined }) {
  const written = useWritten()
  return (
    post && (
      <Link href={postHref(post.slug)} className="newest column max-w-page">
        <span className="kicker">The newest story</span>
        <span {...written} className="heading">
          {post.title}
        </span>
        <span {...written} className="excerpt">
          {post.excerpt}
        </span>
      </Link>
    )
  )
}

import { invitations } from '../../../contract/audience/invitations.ts'
import type { FurtherReading, Mention } from '../../../contract/content/further-reading.ts'
import { RELATED_POSTS } from '../../../contract/platform/limits.ts'
import { furtherReadingQuery } from '../../data/further-reading.ts'
import type { PostCardData } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { type KeptParts, useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { SectionHeading } from '../layout/section-heading.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { PostGrid, PostGridSkeleton } from './post-grid.tsx'

type PostEndingProps = Parameters<KeptParts['postEnding']>[0]

/** Below an article: its author, the newsletter, the next article, what it mentioned, and others of its category. */
export function PostEnding({ postId, categoryId, isPreview }: PostEndingProps) {
  return (
    <>
      {!isPreview && <Ending postId={postId} />}
      {categoryId !== null && <RelatedArticles categoryId={categoryId} exceptId={postId} />}
    </>
  )
}

function Ending({ postId }: { postId: number }) {
  const { withoutSignUp } = useSite()
  const { read } = useQueries()
  const further = usePageQuery(furtherReadingQuery(read, postId)).data
  const hasMentions = further && further.products.length + further.ingredients.length > 0
  return (
    <div className="ending">
      <Author />
      {!withoutSignUp?.includes('post') && <Newsletter />}
      {(further?.next || hasMentions) && (
        <Container className="ending-further">
          {further.next && <NextArticle post={further.next} isAlone={!hasMentions} />}
          {hasMentions && <Mentions {...further} />}
        </Container>
      )}
    </div>
  )
}

function Newsletter() {
  return (
    <section aria-labelledby="newsletter" className="ending-letter">
      <Container width="prose">
        <SectionHeading
          id="newsletter"
          align="center"
          eyebrow="Letters, not noise"
          title="Join the Newsletter"
          description={invitations.post}
        />
        <div data-letter="post">
          <NewsletterForm place="post" source="post" />
        </div>
      </Container>
    </section>
  )
}

function Author() {
  const written = useWritten()
  const author = useAuthor()
  if (!author) return null
  const { name, bio, picture, links } = author
  return (
    <Container width="prose">
      <section aria-labelledby="author" className="author-box">
        {picture && <Picture picture={picture} alt={picture.altText} sizes="96px" drawn={96} />}
        <div>
          <p className="kicker">Written by</p>
          <h2 id="author">
            <Link href="/about">{name}</Link>
          </h2>
          {bio && <p {...written}>{bio}</p>}
          {links.length > 0 && (
            <ul aria-label={`${name} elsewhere`}>
              {links.map((href) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="me noopener">
                    {new URL(href).hostname.replace(/^www\./, '')}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </Container>
  )
}

/** Sizes of the picture at the left of the whole page, and at the left of the column next to what the article mentioned. */
const sizesAlone = '(min-width: 1440px) 672px, (min-width: 768px) 45vw, 92vw'
const sizesInColumn = '(min-width: 1440px) 496px, (min-width: 1024px) calc(50vw - 224px), (min-width: 768px) 45vw, 92vw'

function NextArticle({ post, isAlone }: { post: PostCardData; isAlone: boolean }) {
  const written = useWritten()
  const href = postHref(post.slug)
  return (
    <section aria-labelledby="next" className="next-article">
      <Link href={href} tabIndex={-1} aria-hidden="true" className="next-cover">
        <Picture
          picture={post.picture}
          src={post.coverImage}
          alt=""
          sizes={isAlone ? sizesAlone : sizesInColumn}
          drawn={320}
          className="zoom"
        />
      </Link>
      <div>
        <p id="next" className="kicker">
          Read next
        </p>
        <LabelLine words={post.kicker} />
        <p {...written} className="heading">
          <Link href={href} className="link-line">
            {post.title}
          </Link>
        </p>
        <p {...written} className="excerpt">
          {post.excerpt}
        </p>
      </div>
    </section>
  )
}

function Mentions({ products, ingredients }: Pick<FurtherReading, 'products' | 'ingredients'>) {
  return (
    <section aria-labelledby="mentioned" className="mentions">
      <h2 id="mentioned" className="kicker">
        Mentioned in this article
      </h2>
      <MentionList label="Products" mentions={products} />
      <MentionList label="Ingredients" mentions={ingredients} />
    </section>
  )
}

function MentionList({ label, mentions }: { label: string; mentions: Mention[] }) {
  const written = useWritten()
  if (mentions.length === 0) return null
  return (
    <>
      <h3>{label}</h3>
      <ul>
        {mentions.map(({ name, href }) => (
          <li key={href} {...written}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

type RelatedArticlesProps = { categoryId: number; exceptId: number }

/** Other posts of the same category; no section if there are none. */
function RelatedArticles({ categoryId, exceptId }: RelatedArticlesProps) {
  const posts = usePageQuery(useQueries().postsInCategory(categoryId))
  const related = posts.data?.filter(({ id }) => id !== exceptId).slice(0, RELATED_POSTS) ?? []
  if (!posts.isPending && related.length === 0) return null
  return (
    <section aria-labelledby="related" className="related">
      <Container>
        <SectionHeading id="related" title="Related Articles" />
        {posts.isPending ? <PostGridSkeleton count={RELATED_POSTS} /> : <PostGrid posts={related} isFragment={false} />}
      </Container>
    </section>
  )
}

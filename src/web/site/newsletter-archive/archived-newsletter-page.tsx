import { useQuery } from '@tanstack/react-query'
import type { NewsletterPage as Newsletter } from '../../../contract/audience/newsletter-pages.ts'
import { newsletterQuery } from '../../data/newsletters.ts'
import { useQueries } from '../../environment.tsx'
import { useParams, useRedirect } from '../../lib/router.tsx'
import articleStyles from '../../styles/article.css?url'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { PostContent } from '../blog/post-content.tsx'
import { PostSkeleton } from '../blog/post-states.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Head } from '../layout/head.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { FormattedDate } from '../layout/post-date.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { NewsletterFeedLinks } from './newsletter-feed-links.tsx'
import { newsletterHref } from './newsletter-hrefs.ts'

/** A newsletter as it was sent. A missing one leads to the fallback screen. */
export function ArchivedNewsletterPage() {
  const { slug = '' } = useParams()
  const { data: newsletter, isPending } = useQuery(newsletterQuery(useQueries().read, slug))

  const isMissing = newsletter === null
  useRedirect(isMissing ? '/not-found' : undefined)

  if (newsletter) return <NewsletterArticle newsletter={newsletter} />
  return isPending || isMissing ? <PostSkeleton /> : <NewsletterFailed />
}

function NewsletterArticle({ newsletter }: { newsletter: Newsletter }) {
  const written = useWritten()
  const { id, slug, title, excerpt, intro, content, sentAt, kicker, isIndexable } = newsletter
  const { brand } = useSite()
  return (
    <>
      <Head
        title={`${title} | ${brand}`}
        description={excerpt || `A newsletter of ${brand}.`}
        path={newsletterHref(slug)}
        type="article"
        publishedAt={sentAt}
        robots={isIndexable ? undefined : 'noindex'}
      />
      <NewsletterFeedLinks />
      <link rel="stylesheet" href={articleStyles} precedence="blocks" />
      <article className="article">
        <Container className="article-crumbs">
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: '/' },
              { label: 'Newsletters', href: '/letters' },
              { label: title, isWritten: true },
            ]}
          />
        </Container>
        <Container width="title" className="article-head">
          <LabelLine words={kicker} />
          <p className="article-line">
            <FormattedDate iso={sentAt} />
          </p>
          <h1 {...written} className={`wrap-anywhere ${titleStep(title)}`}>
            {title}
          </h1>
          {excerpt && (
            <p {...written} className="dek wrap-anywhere">
              {excerpt}
            </p>
          )}
        </Container>
        <Container className="article-body">
          <div className="article-text">
            <Intro text={intro} />
            <PostContent html={content} postId={id} isPage />
            <div className="article-foot">
              <ButtonLink href="/newsletter" variant="secondary">
                Get the next newsletter by mail
              </ButtonLink>
            </div>
          </div>
        </Container>
      </article>
    </>
  )
}

function Intro({ text }: { text: string }) {
  const written = useWritten()
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  if (paragraphs.length === 0) return null
  return (
    <div {...written} className="prose-dew mb-8 wrap-anywhere whitespace-pre-line">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}

function NewsletterFailed() {
  return (
    <Container width="prose" className="py-24 text-center">
      <title>Newsletter not available</title>
      <meta name="robots" content="noindex" />
      <h1 className="title-3">This newsletter is not available right now</h1>
      <p className="mt-4 text-ink-soft">Please try again later, or read something else in the meantime.</p>
      <ButtonLink href="/letters" className="mt-8">
        All Newsletters
      </ButtonLink>
    </Container>
  )
}

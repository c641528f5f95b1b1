import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LetterPage as Letter } from '../../../contract/letter-pages.ts'
import { letterQuery } from '../../data/letters.ts'
import { useQueries } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import articleStyles from '../../styles/article.css?url'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { ContentsList } from '../blog/contents-list.tsx'
import { PostContent } from '../blog/post-content.tsx'
import { FormattedDate } from '../blog/post-date.tsx'
import { PostSkeleton } from '../blog/post-states.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { LetterFeedLinks } from './letter-feed-links.tsx'
import { letterHref } from './letter-hrefs.ts'

/** A letter as it was sent. A missing one leads to the fallback screen. */
export function LetterPage({ slug }: { slug: string }) {
  const { navigate } = useRouter()
  const { data: letter, isPending } = useQuery(letterQuery(useQueries().read, slug))

  const isMissing = letter === null
  useEffect(() => {
    if (isMissing) navigate('/not-found', { replace: true })
  }, [isMissing, navigate])

  if (letter) return <LetterArticle letter={letter} />
  return isPending || isMissing ? <PostSkeleton /> : <LetterFailed />
}

function LetterArticle({ letter }: { letter: Letter }) {
  const { id, slug, title, excerpt, intro, content, contents, sentAt, isIndexable } = letter
  const { brand } = useSite()
  return (
    <>
      <Head
        title={`${title} | ${brand}`}
        description={excerpt || `A letter of the ${brand} newsletter.`}
        path={letterHref(slug)}
        type="article"
        publishedAt={sentAt}
        robots={isIndexable ? undefined : 'noindex'}
      />
      <LetterFeedLinks />
      <link rel="stylesheet" href={articleStyles} precedence="blocks" />
      <article className="article">
        <Container className="article-crumbs">
          <Breadcrumb
            crumbs={[{ label: 'Home', href: '/' }, { label: 'Letters', href: '/letters' }, { label: title }]}
          />
        </Container>
        <Container width="title" className="article-head">
          <p className="article-line">
            <FormattedDate iso={sentAt} />
          </p>
          <h1 dir="auto" className={`wrap-anywhere ${titleStep(title)}`}>
            {title}
          </h1>
          {excerpt && (
            <p dir="auto" className="dek wrap-anywhere">
              {excerpt}
            </p>
          )}
        </Container>
        <Container className="article-body">
          {contents && <ContentsList entries={contents} />}
          <div className="article-text">
            <Intro text={intro} />
            <PostContent html={content} postId={id} isPage />
            <div className="article-foot">
              <ButtonLink href="/newsletter" variant="secondary">
                Get the next letter by mail
              </ButtonLink>
            </div>
          </div>
        </Container>
      </article>
    </>
  )
}

function Intro({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  if (paragraphs.length === 0) return null
  return (
    <div dir="auto" className="prose-dew mb-8 wrap-anywhere whitespace-pre-line">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}

function LetterFailed() {
  return (
    <Container width="prose" className="py-24 text-center">
      <title>Letter not available</title>
      <meta name="robots" content="noindex" />
      <h1 className="title-3">This letter is not available right now</h1>
      <p className="mt-4 text-ink-soft">Please try again later, or read something else in the meantime.</p>
      <ButtonLink href="/letters" className="mt-8">
        All Letters
      </ButtonLink>
    </Container>
  )
}

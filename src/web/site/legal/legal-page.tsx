import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LegalPageSlug, LegalText } from '../../../contract/app/legal-texts.ts'
import { legalTextQuery } from '../../data/legal-texts.ts'
import { useQueries } from '../../environment.tsx'
import { useRedirect } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { PostContent } from '../blog/post-content.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { PageSkeleton } from '../page/page-article.tsx'

type LegalPageProps = { slug: LegalPageSlug; after?: ReactNode }

/** A text that the server writes. One that the site does not have leads to the fallback screen. */
export function LegalPage({ slug, after }: LegalPageProps) {
  const { data: text, isPending } = useQuery(legalTextQuery(useQueries().read, slug))
  const { brand } = useSite()
  const isMissing = text === null
  useRedirect(isMissing ? '/not-found' : undefined)
  if (!text) return isPending || isMissing ? <PageSkeleton /> : <LegalFailed />
  const { title, description, lastUpdated } = text
  return (
    <>
      <Head title={`${title} | ${brand}`} description={description} path={`/${slug}`} />
      <LegalArticle text={text} intro={lastUpdated && `Last updated: ${lastUpdated}`} after={after} isOfProduct />
    </>
  )
}

type LegalArticleProps = {
  text: Pick<LegalText, 'title' | 'content'> & Partial<Pick<LegalText, 'sections'>>
  /** Below the title. */
  intro: ReactNode
  after?: ReactNode
  isOfProduct?: boolean
}

/** A long text in numbered sections, with a table of contents that becomes a sidebar on wide screens. */
export function LegalArticle({
  text: { title, content, sections = [] },
  intro,
  after,
  isOfProduct,
}: LegalArticleProps) {
  const hasContents = sections.length > 0
  return (
    <Container className="py-12 md:py-20">
      <div
        className={hasContents ? 'lg:grid lg:grid-cols-[17rem_minmax(0,37rem)] lg:justify-center lg:gap-20' : undefined}
      >
        {hasContents && <Contents sections={sections} />}
        <article className="mx-auto w-full max-w-text wrap-anywhere">
          <header className="mb-11">
            <h1 className="title-2">{title}</h1>
            {intro && <p className="mt-4 text-ink-soft">{intro}</p>}
          </header>
          <PostContent html={content} isOfProduct={isOfProduct} />
          {after}
        </article>
      </div>
    </Container>
  )
}

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <nav aria-label="On this page" className="hidden lg:block">
      <div className="sticky top-28 border-l border-line pl-5">
        <p className="mb-3 kicker">On this page</p>
        <ol className="space-y-1 text-15">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="block py-1 text-ink-soft hover:text-accent-deep hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

export function LegalFailed() {
  return (
    <Container width="prose" className="py-24 text-center">
      <title>Page not available</title>
      <meta name="robots" content="noindex" />
      <h1 className="title-3">This page is not available right now</h1>
      <p className="mt-4 text-ink-soft">Please try again later.</p>
    </Container>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { LegalPageSlug, LegalText } from '../../../contract/app/legal-texts.ts'
import { legalTextQuery } from '../../data/legal-texts.ts'
import { useQueries } from '../../environment.tsx'
import { Container } from '../../ui/container.tsx'
import { PostContent } from '../blog/post-content.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { PageSkeleton } from '../page/page-article.tsx'

/** A long text in numbered sections, with a table of contents that becomes a sidebar on wide screens. */
export function LegalPage({ slug }: { slug: LegalPageSlug }) {
  const { data: text, isPending } = useQuery(legalTextQuery(useQueries().read, slug))
  if (text) return <LegalArticle text={text} path={`/${slug}`} />
  return isPending ? <PageSkeleton /> : <LegalFailed />
}

function LegalArticle({ text, path }: { text: LegalText; path: string }) {
  const { title, description, lastUpdated, sections, content } = text
  return (
    <Container className="py-12 md:py-20">
      <Head title={`${title} | ${useSite().brand}`} description={description} path={path} />
      <div className="lg:grid lg:grid-cols-[17rem_minmax(0,37rem)] lg:justify-center lg:gap-20">
        <Contents sections={sections} />
        <article className="mx-auto w-full max-w-text">
          <header className="mb-11">
            <h1 className="title-2">{title}</h1>
            {lastUpdated && <p className="mt-4 text-ink-soft">Last updated: {lastUpdated}</p>}
          </header>
          <PostContent html={content} />
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
        <ol className="space-y-1 text-sm">
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

function LegalFailed() {
  return (
    <Container width="prose" className="py-24 text-center">
      <title>Page not available</title>
      <meta name="robots" content="noindex" />
      <h1 className="title-3">This page is not available right now</h1>
      <p className="mt-4 text-ink-soft">Please try again later.</p>
    </Container>
  )
}

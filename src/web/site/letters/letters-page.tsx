import { useQuery } from '@tanstack/react-query'
import type { LetterPageSummary } from '../../../contract/letter-pages.ts'
import { LETTERS_PER_PAGE, lettersQuery } from '../../data/letters.ts'
import { useQueries } from '../../environment.tsx'
import { pageNumber } from '../../hrefs.ts'
import { Link, useParams, useRouter } from '../../lib/router.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { FormattedDate } from '../blog/post-date.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { LetterFeedLinks } from './letter-feed-links.tsx'
import { letterHref, lettersHref } from './letter-hrefs.ts'
import { LetterPage } from './letter-page.tsx'

/** The letters of the newsletter, or the one that the path names. */
export function LettersPage() {
  const { slug } = useParams()
  return slug === undefined ? <LetterList /> : <LetterPage slug={slug} />
}

function LetterList() {
  const { brand } = useSite()
  const { query } = useRouter()
  const page = pageNumber(query) ?? 1
  const { data, isPending } = useQuery(lettersQuery(useQueries().read, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / LETTERS_PER_PAGE))
  return (
    <Container width="prose" className="py-12 md:py-16">
      <Head
        title={['Letters', page > 1 && `Page ${page}`, brand].filter(Boolean).join(' | ')}
        description={`The letters of the ${brand} newsletter, newest first.`}
        path={lettersHref(page)}
        robots={data?.total === 0 ? 'noindex' : undefined}
      />
      <LetterFeedLinks />
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Letters' }]} />
      <h1 className="title-2 mt-8 mb-8">Letters{page > 1 && <span className="sr-only">, page {page}</span>}</h1>
      {isPending && <Skeleton className="h-40 w-full" />}
      {!isPending && !data && (
        <StatusMessage tone="error">Error loading letters. Please try again later.</StatusMessage>
      )}
      {data?.items.length === 0 && <NoLetters />}
      {data && data.items.length > 0 && <LetterItems letters={data.items} />}
      <Pagination page={page} pages={pages} hrefOf={lettersHref} className="mt-16" />
    </Container>
  )
}

function LetterItems({ letters }: { letters: LetterPageSummary[] }) {
  return (
    <ul className="space-y-8">
      {letters.map(({ id, slug, title, excerpt, sentAt }) => (
        <li key={id} className="wrap-anywhere">
          <FormattedDate iso={sentAt} className="text-ink-soft" />
          <h2 dir="auto" className="heading">
            <Link href={letterHref(slug)}>{title}</Link>
          </h2>
          {excerpt && (
            <p dir="auto" className="mt-2 text-ink-soft">
              {excerpt}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function NoLetters() {
  return (
    <>
      <p className="dek mb-6">No letters yet. Check back soon!</p>
      <ButtonLink href="/newsletter" variant="secondary">
        Get the next one by mail
      </ButtonLink>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { NewsletterPageSummary } from '../../../contract/audience/newsletter-pages.ts'
import { NEWSLETTERS_PER_PAGE, newslettersQuery } from '../../data/newsletters.ts'
import { useQueries } from '../../environment.tsx'
import { pageNumber } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { FormattedDate } from '../layout/post-date.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { Pagination } from '../lists/pagination.tsx'
import { NewsletterFeedLinks } from './newsletter-feed-links.tsx'
import { newsletterHref, newslettersHref } from './newsletter-hrefs.ts'

/** The newsletters that were sent, newest first. */
export function ArchivePage() {
  const { brand } = useSite()
  const { query } = useRouter()
  const page = pageNumber(query) ?? 1
  const { data, isPending } = useQuery(newslettersQuery(useQueries().read, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / NEWSLETTERS_PER_PAGE))
  return (
    <Container width="prose" className="py-12 md:py-16">
      <Head
        title={['Newsletters', page > 1 && `Page ${page}`, brand].filter(Boolean).join(' | ')}
        description={`The newsletters of ${brand}, newest first.`}
        path={newslettersHref(page)}
        robots={data?.total === 0 ? 'noindex' : undefined}
      />
      <NewsletterFeedLinks />
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Newsletters' }]} />
      <h1 className="title-2 mt-8 mb-8">Newsletters{page > 1 && <span className="sr-only">, page {page}</span>}</h1>
      {isPending && <Skeleton className="h-40 w-full" />}
      {!isPending && !data && (
        <StatusMessage tone="error">Error loading newsletters. Please try again later.</StatusMessage>
      )}
      {data?.items.length === 0 && <NoNewsletters />}
      {data && data.items.length > 0 && <NewsletterItems newsletters={data.items} />}
      <Pagination page={page} pages={pages} hrefOf={newslettersHref} className="mt-16" />
    </Container>
  )
}

function NewsletterItems({ newsletters }: { newsletters: NewsletterPageSummary[] }) {
  const written = useWritten()
  return (
    <ul className="space-y-8">
      {newsletters.map(({ id, slug, title, excerpt, sentAt, kicker }) => (
        <li key={id} className="wrap-anywhere">
          <LabelLine words={kicker} />
          <FormattedDate iso={sentAt} className="text-ink-soft" />
          <h2 {...written} className="heading">
            <Link href={newsletterHref(slug)}>{title}</Link>
          </h2>
          {excerpt && (
            <p {...written} className="mt-2 text-ink-soft">
              {excerpt}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function NoNewsletters() {
  return (
    <div className="py-16 text-center">
      <Drop />
      <p className="dek mb-6">No newsletters yet. Check back soon!</p>
      <ButtonLink href="/newsletter" variant="secondary">
        Get the next one by mail
      </ButtonLink>
    </div>
  )
}

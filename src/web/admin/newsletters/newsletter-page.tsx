import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PenLine } from 'lucide-react'
import { ApiError } from '../../data/api.ts'
import { newsletterQuery } from '../../data/owner/newsletters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { newsletterHref, newslettersHref } from './newsletter-hrefs.ts'
import { NewsletterProgress } from './newsletter-progress.tsx'
import { NewsletterReview } from './newsletter-review.tsx'
import { isEditable, NewsletterStateBadge, subjectOf } from './newsletter-state.tsx'

/** The review of a newsletter before it is sent, or its numbers afterwards. */
export function NewsletterPage({ id }: { id: number }) {
  const query = useQuery(newsletterQuery(id))
  const newsletter = query.data
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <TabHeader
        title={newsletter && !isEditable(newsletter) ? 'Numbers' : 'Review and send'}
        description={
          newsletter && (
            <span className="flex flex-wrap items-center gap-2">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {subjectOf(newsletter)}
              </span>
              <NewsletterStateBadge newsletter={newsletter} />
            </span>
          )
        }
      >
        <ToolLink href={newslettersHref}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          All newsletters
        </ToolLink>
        {newsletter && (
          <ToolLink href={newsletterHref(id)}>
            <PenLine aria-hidden="true" className="size-4" />
            {isEditable(newsletter) ? 'Edit' : 'Open text'}
          </ToolLink>
        )}
      </TabHeader>
      {isMissing ? (
        <StatusMessage>There is no such newsletter. It may have been deleted.</StatusMessage>
      ) : (
        <LoadFailure query={query}>The newsletter could not be loaded.</LoadFailure>
      )}
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading the newsletter…</span>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {newsletter &&
        (isEditable(newsletter) ? (
          <NewsletterReview newsletter={newsletter} />
        ) : (
          <NewsletterProgress newsletter={newsletter} />
        ))}
    </>
  )
}

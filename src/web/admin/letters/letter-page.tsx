import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PenLine } from 'lucide-react'
import { ApiError } from '../../data/api.ts'
import { letterQuery } from '../../data/owner/letters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { letterHref, lettersHref } from './letter-hrefs.ts'
import { LetterProgress } from './letter-progress.tsx'
import { LetterReview } from './letter-review.tsx'
import { isEditable, LetterStateBadge, subjectOf } from './letter-state.tsx'

/** The review of a letter before it is sent, or its numbers afterwards. */
export function LetterPage({ id }: { id: number }) {
  const query = useQuery(letterQuery(id))
  const letter = query.data
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <TabHeader
        title={letter && !isEditable(letter) ? 'Numbers' : 'Review and send'}
        description={
          letter && (
            <span className="flex flex-wrap items-center gap-2">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {subjectOf(letter)}
              </span>
              <LetterStateBadge letter={letter} />
            </span>
          )
        }
      >
        <ToolLink href={lettersHref}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          All letters
        </ToolLink>
        {letter && (
          <ToolLink href={letterHref(id)}>
            <PenLine aria-hidden="true" className="size-4" />
            {isEditable(letter) ? 'Edit' : 'Open text'}
          </ToolLink>
        )}
      </TabHeader>
      {isMissing ? (
        <StatusMessage>There is no such letter. It may have been deleted.</StatusMessage>
      ) : (
        <LoadFailure query={query}>The letter could not be loaded.</LoadFailure>
      )}
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading the letter…</span>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {letter && (isEditable(letter) ? <LetterReview letter={letter} /> : <LetterProgress letter={letter} />)}
    </>
  )
}

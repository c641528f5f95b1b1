import { useQuery } from '@tanstack/react-query'
import { newsletterQuery } from '../../data/owner/newsletters.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { isEditable } from './newsletter-state.tsx'
import { useDuplicateNewsletter } from './use-duplicate-newsletter.ts'

/** Above the text of a newsletter that is scheduled, or that subscribers have got. */
export function NewsletterNotice({ id }: { id: number }) {
  const { data: newsletter } = useQuery(newsletterQuery(id))
  const { moment } = useDates()
  const duplicate = useDuplicateNewsletter()
  if (!newsletter || newsletter.state === 'draft') return null
  const text = isEditable(newsletter)
    ? `This newsletter is sent on ${newsletter.scheduledAt ? moment(newsletter.scheduledAt) : 'its date'}, with the text as it is then.`
    : newsletter.startedAt
      ? `This newsletter was sent on ${moment(newsletter.startedAt)}; changes do not reach anybody.`
      : 'This newsletter was cancelled; changes do not reach anybody.'
  return (
    <section
      aria-label="Sending"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        {text}
      </p>
      {!isEditable(newsletter) && (
        <ToolButton disabled={duplicate.isBusy} onClick={() => duplicate.run(id)}>
          Duplicate
        </ToolButton>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { automaticNewslettersQuery } from '../../data/owner/automatic-newsletters.ts'
import { newsletterQuery } from '../../data/owner/newsletters.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { NewTextButton } from './automatic-switch.tsx'
import { newsletterSendHref } from './newsletter-hrefs.ts'
import { isEditable } from './newsletter-state.tsx'
import { SourceNotice } from './source-notice.tsx'
import { useDuplicateNewsletter } from './use-duplicate-newsletter.ts'

type NewsletterNoticeProps = {
  id: number
  /** The version of the text; a change of it may make it a new one for an automatic newsletter. */
  version: number | undefined
  flush: () => Promise<number | undefined>
}

/** Above the text of a newsletter that is scheduled, or that subscribers have got. */
export function NewsletterNotice(props: NewsletterNoticeProps) {
  const { id } = props
  const { data: newsletter } = useQuery(newsletterQuery(id))
  const { moment } = useDates()
  const duplicate = useDuplicateNewsletter()
  if (newsletter && isAutomatic(newsletter.kind)) return <AutomaticNotice {...props} />
  if (!newsletter) return null
  if (newsletter.state === 'draft')
    return newsletter.sourcePost && <SourceNotice newsletter={newsletter} href={newsletterSendHref(id)} />
  const at = newsletter.scheduledAt && moment(newsletter.scheduledAt)
  const text = isEditable(newsletter)
    ? newsletter.goesWithPost && !at
      ? 'This newsletter waits for its post, which is a draft again.'
      : `This newsletter is sent on ${at ?? 'its date'}, with the text as it is then.`
    : newsletter.startedAt
      ? `This newsletter was sent on ${moment(newsletter.startedAt)}; changes do not reach anybody.`
      : 'This newsletter was cancelled; changes do not reach anybody.'
  return (
    <>
      {isEditable(newsletter) && newsletter.sourcePost && (
        <SourceNotice newsletter={newsletter} href={newsletterSendHref(id)} />
      )}
      <section
        aria-label="Sending"
        className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2 text-sm"
      >
        <p role="status" className="min-w-0 grow basis-56">
          {text}
        </p>
        {!isEditable(newsletter) && (
          <ToolButton aria-disabled={duplicate.isBusy} onClick={() => duplicate.isBusy || duplicate.run(id)}>
            Duplicate
          </ToolButton>
        )}
      </section>
    </>
  )
}

/** Changes of an automatic newsletter wait until the owner uses them. */
function AutomaticNotice({ id, version, flush }: NewsletterNoticeProps) {
  const { data: list, refetch } = useQuery(automaticNewslettersQuery())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stored version may be a new text
  useEffect(() => void refetch(), [version, refetch])
  const automatic = list?.find((each) => each.id === id)
  if (!automatic) return null
  const { state, hasNewText } = automatic
  const text =
    state === 'off'
      ? 'This newsletter is off. Nobody gets it until you switch it on.'
      : hasNewText
        ? 'You changed the text. Subscribers still get the earlier one.'
        : 'This newsletter is on. Subscribers get this text; changes wait until you use them.'
  return (
    <section
      aria-label="Sending"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        {text}
      </p>
      {state !== 'off' && hasNewText && <NewTextButton id={id} flush={flush} />}
    </section>
  )
}

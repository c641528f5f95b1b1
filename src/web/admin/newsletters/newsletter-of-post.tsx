import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { mailSetupQuery } from '../../data/owner/mails.ts'
import { audienceCountQuery, newsletterOfPostQuery, useCreateNewsletterFromPost } from '../../data/owner/newsletters.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import type { AtPublishingProps } from '../editor/editor-kind.ts'
import { CheckboxField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { newsletterSendHref } from './newsletter-hrefs.ts'
import { count } from './newsletter-state.tsx'

/** `1 reader`, `20,000 readers`. */
const readersText = (number: number) => `${count(number)} ${number === 1 ? 'reader' : 'readers'}`

/** In the publish panel: the newsletter of the post, or the choice to make one when it is published. */
export function NewsletterChoice(props: AtPublishingProps) {
  const { id } = props
  const known = useQuery({ ...newsletterOfPostQuery(id ?? 0), enabled: id !== undefined })
  const newsletter = known.data?.newsletter
  // A second newsletter is not offered while the first is unknown.
  if (id !== undefined && !known.data) return null
  return (
    <div className="mt-3 border-t border-line pt-3 text-sm">
      {newsletter ? <Made newsletter={newsletter} /> : <Offer {...props} />}
    </div>
  )
}

function Made({ newsletter }: { newsletter: Newsletter }) {
  const { moment } = useDates()
  const { id, state, goesWithPost, scheduledAt, startedAt, numbers } = newsletter
  const text = () => {
    if (startedAt) return `Its newsletter went to ${readersText(numbers.total)} on ${moment(startedAt)}.`
    if (goesWithPost)
      return scheduledAt ? 'Its newsletter goes out with it.' : 'Its newsletter is held until it has a date.'
    if (state === 'scheduled') return `Its newsletter goes out on ${scheduledAt ? moment(scheduledAt) : 'its date'}.`
    return 'Its newsletter is a draft. Nobody gets it until you have reviewed it.'
  }
  return (
    <>
      <p>{text()}</p>
      <ToolLink href={newsletterSendHref(id)} className="mt-2">
        {startedAt ? 'Numbers of the newsletter' : 'Review the newsletter'}
      </ToolLink>
    </>
  )
}

function Offer({ id, now, next, isMailed, onMail }: AtPublishingProps) {
  const { navigate } = useRouter()
  const readers = useQuery(audienceCountQuery({ kind: 'all' })).data?.count
  const setup = useQuery(mailSetupQuery()).data
  const { mutate, isPending, error } = useCreateNewsletterFromPost()
  if (readers === undefined || !setup) return null
  if (!setup.isSetUp)
    return (
      <p className="text-ink-soft">
        It cannot go out as a newsletter yet.{' '}
        <Link href="/admin/settings/mail" className="font-semibold underline">
          Set up sending mail
        </Link>
      </p>
    )
  if (readers === 0) return <p className="text-ink-soft">Nobody to send it to yet: there are no confirmed readers.</p>
  if (next === 'draft')
    return <p className="text-ink-soft">Once it has a date, you can send it to {readersText(readers)}.</p>
  if (id === undefined || now !== next)
    return (
      <CheckboxField
        label={`and send it to ${readersText(readers)}`}
        hint={
          next === 'scheduled'
            ? 'Saving makes the newsletter. You review it, and it goes out once the post is public.'
            : 'Saving makes the newsletter. It goes out after you have reviewed it.'
        }
        checked={isMailed}
        onChange={({ target }) => onMail(target.checked)}
      />
    )
  const create = () =>
    mutate(submission({ body: { postId: id, form: 'whole' as const, isOnce: true } }), {
      onSuccess: (newsletter) => navigate(newsletterSendHref(newsletter.id)),
    })
  return (
    <>
      <ToolButton aria-disabled={isPending} onClick={isPending ? undefined : create}>
        Send it to {readersText(readers)}
      </ToolButton>
      <p className="mt-1 text-ink-soft">You review the newsletter first.</p>
      {error && <p className="mt-1 font-medium text-alert-deep">{messageOf(error)}</p>}
    </>
  )
}

/** After a publication: makes the newsletter that was chosen with it, once, and leads to its review. */
export function NewsletterStep({ postId }: { postId: number }) {
  const { mutate, data, error } = useCreateNewsletterFromPost()
  const isStarted = useRef(false)
  const create = () => mutate(submission({ body: { postId, form: 'whole' as const, isOnce: true } }))
  const start = useRef(create)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    start.current()
  }, [])
  if (error)
    return (
      <>
        <p role="alert" className="font-medium text-alert-deep">
          Its newsletter was not made. {messageOf(error)}
        </p>
        <ToolButton onClick={create}>Try again</ToolButton>
      </>
    )
  if (!data) return <p role="status">Making its newsletter…</p>
  return (
    <ToolLink href={newsletterSendHref(data.id)} tone="primary">
      Review the newsletter
    </ToolLink>
  )
}

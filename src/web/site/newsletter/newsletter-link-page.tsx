import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { newsletterChoicesQuery } from '../../data/newsletter-choices.ts'
import { useQueries } from '../../environment.tsx'
import { useParams, useRouter } from '../../lib/router.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { useFormResponse } from '../forms/form-response.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'

/** The target of links in mails. Mail scanners open links, so the action needs the button: a form without JavaScript. */
export function NewsletterLinkPage() {
  const { brand } = useSite()
  const { act } = useParams()
  const { query } = useRouter()
  const isConfirming = act === 'confirm'
  const token = query.get('token') ?? ''
  const newsletter = query.get('newsletter') ?? undefined
  const Shown = isConfirming ? Confirm : Unsubscribe
  return (
    <Container width="prose" className="py-16 text-center md:py-28">
      <Head
        title={`${isConfirming ? 'Confirm your subscription' : 'Unsubscribe'} | ${brand}`}
        description={`The newsletter of ${brand}.`}
        path={`/newsletter/${act}`}
        robots="noindex, nofollow"
      />
      <Shown brand={brand} link={{ token, newsletter }} state={query.get('state')} />
    </Container>
  )
}

/** The link of a mail carries the newsletter that it stood in, if it was one. */
type MailLink = { token: string; newsletter?: string | undefined }
type StepProps = { brand: string; link: MailLink; state: string | null }

function Confirm({ brand, link, state }: StepProps) {
  if (state === 'done')
    return (
      <Notice title="You are on the list" text="Thank you for joining our style community.">
        <ButtonLink href="/blog">Read the blog</ButtonLink>
      </Notice>
    )
  if (state === 'stopped') return <Stopped brand={brand} />
  if (state === 'expired' || link.token === '')
    return (
      <Notice
        title="This link does not work any more"
        text="It works once, and for 30 days after the sign-up. If you have confirmed before, you are on the list and there is nothing to do."
      >
        <ButtonLink href="/newsletter">Sign up again</ButtonLink>
      </Notice>
    )
  return (
    <Notice
      title="Confirm your subscription"
      text={
        state === 'back'
          ? `To come back, please confirm your address once: one press of the button, and you get the ${brand} newsletter.`
          : `One press of the button, and you get the ${brand} newsletter.`
      }
    >
      <LinkForm action="/newsletter/confirm" link={link} label="Confirm my subscription" />
    </Notice>
  )
}

/** Tells a subscriber that the address stays suppressed. */
function Stopped({ brand }: { brand: string }) {
  return (
    <Notice
      title="Mail to this address is stopped"
      text={`${brand} sends no newsletters to it: earlier ones came back or were reported as spam, or the owner has stopped them. If you would like to get them, please write to the owner.`}
    >
      <ButtonLink href="/contact">Contact</ButtonLink>
    </Notice>
  )
}

/** After a choice the other ones stay in reach. An unknown token gets the page of a subscriber to everything. */
function Unsubscribe({ brand, link, state }: StepProps) {
  if (link.token === '')
    return (
      <Notice title="This link is not complete" text="Please open it from the mail just as it stands there.">
        <ButtonLink href="/contact">Contact</ButtonLink>
      </Notice>
    )
  return <Choose brand={brand} link={link} state={state} />
}

function Choose({ brand, link, state }: StepProps) {
  const { data: choices } = useQuery(newsletterChoicesQuery(useQueries().read, link.token))
  // A choice just made may not have reached the database that pages are read from.
  const getsDigest = state === 'digest' || (state !== 'all' && choices?.frequency === 'digest')
  const unsubscribe = <LinkForm action="/newsletter/unsubscribe" link={link} label="Unsubscribe" />
  const fewer = choices?.hasDigest && (
    <FrequencyForm link={link} frequency="digest" label="Fewer letters: only the digest" />
  )
  const all = <FrequencyForm link={link} frequency="all" label="All newsletters again" />
  const other = getsDigest ? all : fewer
  switch (state ?? (choices?.hasLeft ? 'done' : null)) {
    case 'done':
      return (
        <Notice title="You are unsubscribed" text="You get no more newsletters. If that was a slip, come back.">
          <LinkForm action="/newsletter/come-back" link={link} label="Come back" isQuiet />
        </Notice>
      )
    case 'stopped':
      return <Stopped brand={brand} />
    case 'digest':
      return (
        <Notice title="Fewer letters" text={`From now on you get only the digest of ${brand}, with its new articles.`}>
          <Choices>
            {other}
            {unsubscribe}
          </Choices>
        </Notice>
      )
    case 'all':
    case 'back':
      return (
        <Notice
          title={state === 'back' ? 'Welcome back' : 'All newsletters again'}
          text={
            getsDigest
              ? `You get only the digest of ${brand}, as you chose before.`
              : `You get the ${brand} newsletter again.`
          }
        >
          <Choices>
            {other}
            {unsubscribe}
          </Choices>
        </Notice>
      )
    default:
      return (
        <Notice title="Unsubscribe" text={`One press of the button, and you get no more newsletters from ${brand}.`}>
          <Choices>
            {unsubscribe}
            {other}
          </Choices>
        </Notice>
      )
  }
}

function Choices({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-4">{children}</div>
}

function FrequencyForm({ link, frequency, label }: { link: MailLink; frequency: 'digest' | 'all'; label: string }) {
  return (
    <LinkForm action="/newsletter/frequency" link={link} label={label} isQuiet>
      <input type="hidden" name="frequency" value={frequency} />
    </LinkForm>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const message = useFormResponse()?.message
  return (
    <>
      <h1 className="title-2">{title}</h1>
      {message ? (
        <StatusMessage tone="error" className="mt-5 mb-8">
          {message}
        </StatusMessage>
      ) : (
        <p className="dek mt-5 mb-8">{text}</p>
      )}
      {children}
    </>
  )
}

type LinkFormProps = { action: string; link: MailLink; label: string; isQuiet?: boolean; children?: ReactNode }

function LinkForm({ action, link, label, isQuiet = false, children }: LinkFormProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="token" value={link.token} />
      {link.newsletter && <input type="hidden" name="newsletter" value={link.newsletter} />}
      {children}
      <Button type="submit" size="large" variant={isQuiet ? 'secondary' : undefined}>
        {label}
      </Button>
    </form>
  )
}

import { invitations } from '../../../contract/audience/invitations.ts'
import { copy } from '../../lib/copy.ts'
import { useRouter } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { LastNewsletter } from './last-newsletter.tsx'

/** The target of the newsletter form without JavaScript. */
export function NewsletterPage() {
  const { brand } = useSite()
  const { query } = useRouter()
  const how = query.get('subscribed')
  const subscribed = how === '1' || how === 'mail' ? how : undefined
  return (
    <Container width="prose" className="py-16 text-center md:py-28">
      <Head
        title={`${subscribed ? copy.subscribed.title : 'Newsletter'} | ${brand}`}
        description="Calm, honest skincare notes for beginners, by email."
        path="/newsletter"
        // Only the sign-up itself is indexable.
        robots={subscribed ? 'noindex' : undefined}
      />
      {subscribed ? <Thanks isByMail={subscribed === 'mail'} /> : <SignUp />}
    </Container>
  )
}

function Thanks({ isByMail }: { isByMail: boolean }) {
  const { title, description } = isByMail ? copy.subscribedByMail : copy.subscribed
  return (
    <div role="status">
      <h1 className="title-2">{title}</h1>
      <p className="dek mt-5 mb-8">{description}</p>
      <ButtonLink href="/blog">Read the blog</ButtonLink>
    </div>
  )
}

function SignUp() {
  return (
    <>
      <h1 className="title-2">Newsletter</h1>
      <p className="dek mt-5 mb-10">{invitations['newsletter-page']}</p>
      <NewsletterForm source="newsletter-page" />
      <LastNewsletter />
    </>
  )
}

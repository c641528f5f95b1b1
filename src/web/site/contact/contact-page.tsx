import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mailtoUrl } from '../../../contract/audience/mailto-url.ts'
import { contactSettingsQuery } from '../../data/contact-settings.ts'
import { useQueries } from '../../environment.tsx'
import { copy } from '../../lib/copy.ts'
import { useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { icon } from '../../ui/icons.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ContactForm } from '../forms/contact-form.tsx'
import { Head } from '../layout/head.tsx'
import { socialLinks } from '../layout/social-links.ts'
import { useSite } from '../layout/use-site.tsx'
import { Collaborations } from './collaborations.tsx'

const intro =
  'A question about your routine, an idea for an article, or a product you would like me to look at: write to me.'

export function ContactPage() {
  const { brand } = useSite()
  const isSent = useRouter().query.get('sent') === '1'
  return (
    <Container className="py-12 md:py-20">
      <Head title={`${isSent ? copy.contactSent.title : 'Contact'} | ${brand}`} description={intro} path="/contact" />
      <header className="max-w-text">
        <h1 className="title-1">Contact</h1>
        <p className="dek mt-5">{intro}</p>
      </header>
      {isSent && (
        <StatusMessage tone="success" className="mt-8">
          <strong>{copy.contactSent.title}</strong> {copy.contactSent.description}
        </StatusMessage>
      )}
      <div className="mt-10 grid gap-10 md:mt-14 lg:has-[>:nth-child(2)]:grid-cols-[7fr_5fr] lg:gap-16">
        <section
          aria-labelledby="write"
          className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8 lg:only:mx-auto lg:only:w-2/3"
        >
          <h2 id="write" className="heading mb-6">
            Write to me
          </h2>
          <ContactForm />
        </section>
        <Ways />
      </div>
      <Collaborations />
    </Container>
  )
}

const link = 'inline-block py-0.5 text-accent-deep underline underline-offset-4 hover:text-accent-darker'

/** Other contact details; none of them set, nothing. */
function Ways() {
  const socials = socialLinks(useSite())
  const { email, location } = useQuery(contactSettingsQuery(useQueries().read)).data ?? {}
  if (!email && !location && socials.length === 0) return null
  return (
    <div>
      <ul className="grid gap-4 sm:grid-cols-3 lg:h-full lg:grid-cols-1">
        {email && (
          <Way icon={<Mail className="size-5" />} title="Email">
            <a href={mailtoUrl(email)} className={`${link} wrap-anywhere`}>
              {email}
            </a>
          </Way>
        )}
        {location && (
          <Way icon={<MapPin className="size-5" />} title="Location">
            {location}
          </Way>
        )}
        {socials.length > 0 && (
          <Way icon={<Sparkles className="size-5" />} title="Follow along">
            {socials.map(({ name, href }) => (
              <a key={name} href={href} target="_blank" rel="noopener" className={`${link} mr-4`}>
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ))}
          </Way>
        )}
      </ul>
    </div>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-card bg-cream p-5 sm:flex-col lg:justify-center lg:p-6">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-white text-accent-deep">{icon}</span>
      <div className="min-w-0">
        <h2>{title}</h2>
        <div className="mt-1 text-15 text-ink-soft">{children}</div>
      </div>
    </li>
  )
}

const Mail = icon(
  <>
    <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" />
    <rect x="2" y="4" width="20" height="16" rx="2" />
  </>,
)
const MapPin = icon(
  <>
    <path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0" />
    <circle cx="12" cy="10" r="3" />
  </>,
)
const Sparkles = icon(
  <>
    <path d="M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594z" />
    <path d="M20 2v4" />
    <path d="M22 4h-4" />
    <circle cx="4" cy="20" r="2" />
  </>,
)

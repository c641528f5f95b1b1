import type { NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { useStateMailRule } from '../../data/owner/programs.ts'
import { Link } from '../../lib/router.tsx'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { newsletterFieldHref } from './newsletter-hrefs.ts'
import { SenderAddressButton } from './sender-address-button.tsx'

const results: Record<NewsletterCheck['result'], [label: string, tone: StatusTone]> = {
  ok: ['OK', 'good'],
  warning: ['Check', 'waiting'],
  error: ['Fix', 'alert'],
}

type Place = { words: string; hrefOf: (newsletterId: number) => string }

const subject: Place = { words: 'Edit the subject', hrefOf: (id) => newsletterFieldHref(id, 'title') }
const body: Place = { words: 'Edit the text', hrefOf: (id) => newsletterFieldHref(id, 'content') }
const mail: Place = { words: 'Open the mail settings', hrefOf: () => '/admin/settings/mail' }
const subscribers: Place = { words: 'See the subscribers', hrefOf: () => '/admin/subscribers' }

/** The name of each check, and where it is put in order. */
const kinds: Record<NewsletterCheck['name'], { label: string; place?: Place }> = {
  subject: { label: 'Subject', place: subject },
  content: { label: 'Text', place: body },
  'merge-fields': { label: 'Merge fields', place: body },
  'alt-texts': { label: 'Alt texts', place: body },
  pictures: { label: 'Pictures', place: body },
  links: { label: 'Links', place: body },
  size: { label: 'Size', place: body },
  unsubscribe: { label: 'Unsubscribe link' },
  'mail-server': { label: 'Mail server', place: mail },
  sender: { label: 'Sender’s domain', place: mail },
  // Opens in place.
  'postal-address': { label: 'Name and postal address' },
  'affiliate-rules': { label: 'Affiliate rules', place: body },
  'typed-prices': { label: 'Prices in the text', place: body },
  audience: { label: 'Subscribers', place: subscribers },
}

/** Lists what needs a look, errors first; what is in order is one line that opens. */
export function NewsletterChecklist({ id, checks }: { id: number; checks: NewsletterCheck[] }) {
  const inOrder = checks.filter(({ result }) => result === 'ok')
  const others = checks.filter(({ result }) => result !== 'ok').sort((a, b) => rankOf(a) - rankOf(b))
  return (
    <div className="space-y-1">
      {others.length > 0 && <Checks label="Checklist" id={id} checks={others} />}
      {inOrder.length > 0 && (
        <details className="group">
          <summary className="flex min-h-10 cursor-pointer items-center gap-3 text-sm">
            <span className="w-18 shrink-0">
              <StatusBadge tone="good">OK</StatusBadge>
            </span>
            <span className="font-semibold underline-offset-4 group-hover:underline">
              {inOrderText(inOrder.length, others.length)}
            </span>
          </summary>
          <Checks label="In order" id={id} checks={inOrder} />
        </details>
      )}
    </div>
  )
}

const rankOf = ({ result }: NewsletterCheck) => (result === 'error' ? 0 : 1)

function inOrderText(count: number, others: number): string {
  if (others === 0) return `All ${count} checks are in order`
  return count === 1 ? 'One check is in order' : `${count} checks are in order`
}

function Checks({ label, id, checks }: { label: string; id: number; checks: NewsletterCheck[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {checks.map(({ name, result, text, unanswered = [] }) => (
        <li key={`${name} ${text}`} className="flex items-start gap-3 py-2 text-sm">
          <span className="w-18 shrink-0 pt-0.5">
            <StatusBadge tone={results[result][1]}>{results[result][0]}</StatusBadge>
          </span>
          <span className="min-w-0 wrap-anywhere">
            <strong className="block">{kinds[name].label}</strong>
            <span className="text-ink-soft">{text}</span>
            {result !== 'ok' && <PlaceLink id={id} place={kinds[name].place} />}
            <SenderAddressButton reason={text} />
            {unanswered.map((link) => (
              <MailAnswerButtons key={link.program} {...link} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Leads to where a check is put in order. */
function PlaceLink({ id, place }: { id: number; place: Place | undefined }) {
  if (!place) return null
  return (
    <Link
      href={place.hrefOf(id)}
      className="mt-1 flex min-h-10 w-fit items-center font-semibold text-accent-darker underline underline-offset-4"
    >
      {place.words}
    </Link>
  )
}

/** The reply of a program is kept with its day, and can be changed in Programs. */
function MailAnswerButtons({ url, program }: { url: string; program: string }) {
  const { mutate, isPending } = useStateMailRule()
  const state = (answer: 'allowed' | 'forbidden') => mutate(submission({ body: { url, answer } }))
  return (
    <span className="mt-2 flex flex-wrap items-center gap-2">
      <ToolButton disabled={isPending} onClick={() => state('allowed')}>
        {program} allows them
      </ToolButton>
      <ToolButton disabled={isPending} onClick={() => state('forbidden')}>
        {program} forbids them
      </ToolButton>
    </span>
  )
}

import type { NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { useStateMailRule } from '../../data/owner/programs.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

const results: Record<NewsletterCheck['result'], [label: string, tone: StatusTone]> = {
  ok: ['OK', 'good'],
  warning: ['Check', 'waiting'],
  error: ['Fix', 'alert'],
}

const checkNames: Record<NewsletterCheck['name'], string> = {
  subject: 'Subject',
  content: 'Text',
  'merge-fields': 'Merge fields',
  'alt-texts': 'Alt texts',
  pictures: 'Pictures',
  links: 'Links',
  size: 'Size',
  unsubscribe: 'Unsubscribe link',
  'mail-server': 'Mail server',
  sender: 'Sender’s domain',
  'postal-address': 'Name and postal address',
  'affiliate-rules': 'Affiliate rules',
  'typed-prices': 'Prices in the text',
  audience: 'Subscribers',
}

/** Lists what needs a look, errors first; what is in order is one line that opens. */
export function NewsletterChecklist({ checks }: { checks: NewsletterCheck[] }) {
  const inOrder = checks.filter(({ result }) => result === 'ok')
  const others = checks.filter(({ result }) => result !== 'ok').sort((a, b) => rankOf(a) - rankOf(b))
  return (
    <div className="space-y-1">
      {others.length > 0 && <Checks label="Checklist" checks={others} />}
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
          <Checks label="In order" checks={inOrder} />
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

function Checks({ label, checks }: { label: string; checks: NewsletterCheck[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {checks.map(({ name, result, text, unanswered = [] }) => (
        <li key={`${name} ${text}`} className="flex items-start gap-3 py-2 text-sm">
          <span className="w-18 shrink-0 pt-0.5">
            <StatusBadge tone={results[result][1]}>{results[result][0]}</StatusBadge>
          </span>
          <span className="min-w-0 wrap-anywhere">
            <strong className="block">{checkNames[name]}</strong>
            <span className="text-ink-soft">{text}</span>
            {unanswered.map((link) => (
              <MailAnswerButtons key={link.program} {...link} />
            ))}
          </span>
        </li>
      ))}
    </ul>
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

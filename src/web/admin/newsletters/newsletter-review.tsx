import { useQuery } from '@tanstack/react-query'
import type { Newsletter, NewsletterCheck } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { newsletterChecksQuery, useSendTestNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { NewsletterPreviewPanel } from './newsletter-preview-panel.tsx'
import { NewsletterSettingsForm } from './newsletter-settings-form.tsx'
import { SendPanel } from './send-panel.tsx'
import { useNewsletterSettings } from './use-newsletter-settings.ts'

/** What a newsletter looks like, who gets it, what stands in its way, and the buttons that send it. */
export function NewsletterReview({ newsletter }: { newsletter: Newsletter }) {
  const settings = useNewsletterSettings(newsletter)
  const checks = useQuery(newsletterChecksQuery(newsletter.id))
  const errors = (checks.data ?? []).filter(({ result }) => result === 'error')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {newsletter.note && <StatusMessage tone="error">{newsletter.note}</StatusMessage>}
        <NewsletterSettingsForm newsletter={newsletter} settings={settings} />
        <Panel title="Before you send" actions={<TestButton id={newsletter.id} />}>
          <PanelQuery query={checks} errorText="The checklist could not be loaded." height="h-40">
            {(loaded) => <Checklist checks={loaded} />}
          </PanelQuery>
        </Panel>
        <SendPanel
          newsletter={newsletter}
          errors={errors}
          isReady={settings.status.kind === 'saved' && checks.data !== undefined && !checks.isFetching}
        />
      </div>
      <NewsletterPreviewPanel id={newsletter.id} />
    </div>
  )
}

const results: Record<NewsletterCheck['result'], [label: string, tone: StatusTone]> = {
  ok: ['OK', 'good'],
  warning: ['Look at it', 'waiting'],
  error: ['To mend', 'alert'],
}

const checkNames: Record<NewsletterCheck['name'], string> = {
  subject: 'Subject',
  content: 'Text',
  'alt-texts': 'Alt texts',
  links: 'Links',
  size: 'Size',
  unsubscribe: 'Unsubscribe link',
  'mail-server': 'Mail server',
  sender: 'Sender’s domain',
  'affiliate-rules': 'Affiliate rules',
  audience: 'Subscribers',
}

function Checklist({ checks }: { checks: NewsletterCheck[] }) {
  return (
    <ul aria-label="Checklist" className="-my-2 divide-y divide-line">
      {checks.map(({ name, result, text }) => (
        <li key={`${name} ${text}`} className="flex items-start gap-3 py-2 text-sm">
          <span className="w-22 shrink-0 pt-0.5">
            <StatusBadge tone={results[result][1]}>{results[result][0]}</StatusBadge>
          </span>
          <span className="min-w-0 wrap-anywhere">
            <strong className="block">{checkNames[name]}</strong>
            <span className="text-ink-soft">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function TestButton({ id }: { id: number }) {
  const test = useSendTestNewsletter()
  const send = () =>
    test.mutate(submission({ params: { id } }), {
      onSuccess: ({ to }) => toast(adminMessages.newsletterTestSent(to)),
      onError: (error) => toast(adminMessages.mailFailed(messageOf(error))),
    })
  return (
    <ToolButton disabled={test.isPending} onClick={send}>
      {test.isPending ? 'Sending...' : 'Send a test to me'}
    </ToolButton>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { newsletterChecksQuery } from '../../data/owner/newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Panel } from '../kit/panel.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { NewsletterChecklist } from './newsletter-checklist.tsx'
import { NewsletterPreviewPanel } from './newsletter-preview-panel.tsx'
import { NewsletterSettingsForm } from './newsletter-settings-form.tsx'
import { SendBar } from './send-bar.tsx'
import { TestButton } from './test-button.tsx'
import { notSavedReason, useNewsletterSettings } from './use-newsletter-settings.ts'

/** What a newsletter looks like, who gets it, what stands in its way, and the buttons that send it. */
export function NewsletterReview({ newsletter }: { newsletter: Newsletter }) {
  const settings = useNewsletterSettings(newsletter)
  const checks = useQuery(newsletterChecksQuery(newsletter.id))
  const errors = (checks.data ?? []).filter(({ result }) => result === 'error')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {newsletter.note && <StatusMessage tone="error">{newsletter.note}</StatusMessage>}
          <Panel title="Before you send" actions={<TestButton id={newsletter.id} />}>
            <PanelQuery query={checks} errorText="The checklist could not be loaded." height="h-20">
              {(loaded) => <NewsletterChecklist checks={loaded} />}
            </PanelQuery>
          </Panel>
          <NewsletterSettingsForm newsletter={newsletter} settings={settings} />
        </div>
        <NewsletterPreviewPanel id={newsletter.id} />
      </div>
      <SendBar
        newsletter={newsletter}
        errors={errors}
        notSaved={notSavedReason(settings.status)}
        isReady={settings.status.kind === 'saved' && checks.data !== undefined && !checks.isFetching}
      />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { AutomaticNewsletter } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { automaticNewslettersQuery } from '../../data/owner/automatic-newsletters.ts'
import { newsletterChecksQuery } from '../../data/owner/newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { automaticNumbersText, automaticStates } from './automatic-newsletter-row.tsx'
import { AutomaticSwitch, NewTextButton } from './automatic-switch.tsx'
import { NewsletterActions } from './newsletter-actions.tsx'
import { NewsletterChecklist } from './newsletter-checklist.tsx'
import { NewsletterClicksPanel } from './newsletter-clicks-panel.tsx'
import { NewsletterEarningsPanel } from './newsletter-earnings-panel.tsx'
import { NewsletterNumbersPanel } from './newsletter-numbers.tsx'
import { NewsletterPreviewPanel, SentLinks } from './newsletter-preview-panel.tsx'
import { NewsletterSettingsForm } from './newsletter-settings-form.tsx'
import { RecipientsTable } from './recipients-table.tsx'
import { SenderAddressButton } from './sender-address-button.tsx'
import { TestButton } from './test-button.tsx'
import { type SettingsStatus, useNewsletterSettings } from './use-newsletter-settings.ts'

/** A newsletter after the confirmation: what it does, its switch, its mail, and who waits for it. */
export function AutomaticNewsletterView({ newsletter }: { newsletter: Newsletter }) {
  const { id } = newsletter
  const list = useQuery(automaticNewslettersQuery())
  const checks = useQuery(newsletterChecksQuery(id))
  const settings = useNewsletterSettings(newsletter)
  const automatic = list.data?.find((each) => each.id === id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <PanelQuery query={list} errorText="The automatic newsletters could not be loaded." height="h-40">
          {() => automatic && <SwitchPanel newsletter={newsletter} automatic={automatic} settings={settings.status} />}
        </PanelQuery>
        <Panel title="Before you switch it on" actions={<TestButton id={id} />}>
          <PanelQuery query={checks} errorText="The checklist could not be loaded." height="h-20">
            {(loaded) => <NewsletterChecklist id={id} checks={loaded} />}
          </PanelQuery>
        </Panel>
        <NewsletterSettingsForm newsletter={newsletter} settings={settings} />
      </div>
      <NewsletterPreviewPanel id={id} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 xl:col-span-2">
        {newsletter.numbers.total > 0 && (
          <>
            <NewsletterNumbersPanel newsletter={newsletter} />
            <NewsletterClicksPanel newsletter={newsletter} />
            <NewsletterEarningsPanel newsletterId={id} />
          </>
        )}
        <RecipientsTable newsletter={newsletter} />
      </div>
    </div>
  )
}

type SwitchPanelProps = { newsletter: Newsletter; automatic: AutomaticNewsletter; settings: SettingsStatus }

function SwitchPanel({ newsletter, automatic, settings }: SwitchPanelProps) {
  const { id, state, kind, delayDays, hasNewText, note } = automatic
  const day = delayDays === 1 ? 'one day' : `${delayDays} days`
  return (
    <Panel title="Sending" actions={<SentLinks newsletter={newsletter} />}>
      <div className="space-y-3 text-[0.9375rem]">
        <p>
          <StatusBadge tone={automaticStates[state].tone}>{automaticStates[state].label}</StatusBadge>
        </p>
        <p>
          {kind === 'welcome'
            ? 'It is sent right after the confirmation, to everybody who confirms while it is on.'
            : `It is sent ${day} after the confirmation, to everybody who confirms while it is on.`}
        </p>
        <p className="text-sm text-ink-soft">{automaticNumbersText({ state, numbers: newsletter.numbers })}</p>
        {note && (
          <StatusMessage>
            {note}
            <SenderAddressButton reason={note} />
          </StatusMessage>
        )}
        {hasNewText && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg border border-accent bg-cream px-4 py-2 text-sm">
            <p className="grow basis-56">
              You changed the text or the settings. Subscribers still get the earlier ones.
            </p>
            <NewTextButton id={id} settings={settings} />
          </div>
        )}
        <AutomaticSwitch id={id} state={state} settings={settings} />
        <NewsletterActions newsletter={newsletter} />
      </div>
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { submission } from '../../data/mutations.ts'
import {
  automaticNewslettersQuery,
  digestQuery,
  useCreateAutomaticNewsletter,
} from '../../data/owner/automatic-newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { AutomaticNewsletterRow } from './automatic-newsletter-row.tsx'
import { ComplaintsNotice } from './complaints-notice.tsx'
import { DayDialog } from './day-dialog.tsx'
import { DigestForm } from './digest-form.tsx'
import { newslettersHref } from './newsletter-hrefs.ts'

/** Newsletters that are sent by themselves: after the confirmation, and the digest of new posts. */
export function AutomaticNewsletters() {
  const digest = useQuery(digestQuery())
  return (
    <>
      <TabHeader
        title="Automatic newsletters"
        description="Written once and sent by themselves. Each is off until you switch it on."
      >
        <ToolLink href={newslettersHref}>All newsletters</ToolLink>
        <ToolLink href="/admin/subscribers">Subscribers</ToolLink>
      </TabHeader>
      <div className="space-y-5">
        <ComplaintsNotice />
        <AfterConfirmation />
        <Panel
          title="Digest of new posts"
          description="For all subscribers, also those who chose to get only this. Without new posts none is sent."
        >
          <PanelQuery query={digest} errorText="The digest could not be loaded." height="h-96">
            {(data) => <DigestForm digest={data} />}
          </PanelQuery>
        </Panel>
      </div>
    </>
  )
}

function AfterConfirmation() {
  const newsletters = useQuery(automaticNewslettersQuery())
  const creation = useCreateAutomaticNewsletter()
  const [isAdding, setIsAdding] = useState(false)
  const hasWelcome = newsletters.data?.some(({ kind }) => kind === 'welcome') ?? true
  const addWelcome = () =>
    creation.mutate(submission({ body: { kind: 'welcome' as const } }), {
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  const addOfDay = (delayDays: number) =>
    creation.mutate(submission({ body: { kind: 'series' as const, delayDays } }), {
      onSuccess: () => setIsAdding(false),
    })
  const openDialog = () => {
    creation.reset()
    setIsAdding(true)
  }
  return (
    <Panel
      title="After the confirmation"
      description="For everybody who confirms while a newsletter is on, one newsletter a day at most. Imported subscribers get none."
      actions={
        <div className="flex flex-wrap gap-2">
          {!hasWelcome && (
            // Until the list has it, a second press would add another.
            <ToolButton disabled={creation.isPending || newsletters.isFetching} onClick={addWelcome}>
              Add a welcome email
            </ToolButton>
          )}
          <ToolButton onClick={openDialog}>Add a newsletter by day</ToolButton>
        </div>
      }
    >
      <PanelQuery query={newsletters} errorText="The automatic newsletters could not be loaded." height="h-24">
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-ink-soft">
              None yet. Begin with a welcome email, or with a short series: day 1, day 3, day 7.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((newsletter) => (
                <AutomaticNewsletterRow key={newsletter.id} newsletter={newsletter} />
              ))}
            </ul>
          )
        }
      </PanelQuery>
      {isAdding && (
        <DayDialog
          title="Add a newsletter by day"
          saveLabel="Add"
          isBusy={creation.isPending}
          error={creation.error ? messageOf(creation.error) : undefined}
          onSave={addOfDay}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { submission } from '../../data/mutations.ts'
import { automaticLettersQuery, digestQuery, useCreateAutomaticLetter } from '../../data/owner/automatic-letters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { AutomaticLetterRow } from './automatic-letter-row.tsx'
import { DayDialog } from './day-dialog.tsx'
import { DigestForm } from './digest-form.tsx'

/** Letters that are sent by themselves: after the confirmation, and the digest of new posts. */
export function AutomaticLetters() {
  const digest = useQuery(digestQuery())
  return (
    <>
      <TabHeader
        title="Automatic letters"
        description="Written once and sent by themselves. Each is off until you switch it on."
      >
        <ToolLink href="/admin/subscribers">Subscribers</ToolLink>
      </TabHeader>
      <div className="space-y-5">
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
  const letters = useQuery(automaticLettersQuery())
  const creation = useCreateAutomaticLetter()
  const [isAdding, setIsAdding] = useState(false)
  const hasWelcome = letters.data?.some(({ kind }) => kind === 'welcome') ?? true
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
      description="For everybody who confirms while a letter is on, one letter a day at most. Imported subscribers get none."
      actions={
        <div className="flex flex-wrap gap-2">
          {!hasWelcome && (
            <ToolButton disabled={creation.isPending} onClick={addWelcome}>
              Add a welcome letter
            </ToolButton>
          )}
          <ToolButton onClick={openDialog}>Add a letter by day</ToolButton>
        </div>
      }
    >
      <PanelQuery query={letters} errorText="The automatic letters could not be loaded." height="h-24">
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-ink-soft">
              None yet. Begin with a welcome letter, or with a short series: day 1, day 3, day 7.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((letter) => (
                <AutomaticLetterRow key={letter.id} letter={letter} />
              ))}
            </ul>
          )
        }
      </PanelQuery>
      {isAdding && (
        <DayDialog
          title="Add a letter by day"
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '../../data/owner/settings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { FieldsSection as Section } from './settings-sections.ts'

/** A section that is made of setting fields. */
export function FieldsSection({ section }: { section: Section }) {
  const settings = useQuery(settingsQuery())
  const queryClient = useQueryClient()
  if (settings.isPending)
    return (
      <div role="status" className="space-y-6">
        <span className="sr-only">Loading the settings…</span>
        {section.keys.map((key) => (
          <Skeleton key={key} className="h-16 w-full" />
        ))}
      </div>
    )
  return (
    <>
      <LoadFailure query={settings}>The settings could not be loaded.</LoadFailure>
      {settings.data && (
        <Panel title={section.label} description={section.description}>
          <SettingsForm
            label={section.label}
            keys={section.keys}
            current={settings.data}
            onSaved={(saved) => queryClient.setQueryData(settingsQuery().queryKey, saved)}
          />
        </Panel>
      )}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { appearanceQuery } from '../../data/owner/appearance.ts'
import { settingsQuery } from '../../data/owner/settings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { AppearanceForm } from './appearance-form.tsx'

/** How the site looks, with a preview on its own pages. */
export function AppearanceTab() {
  const appearance = useQuery(appearanceQuery())
  const queryClient = useQueryClient()
  return (
    <>
      <TabHeader
        title="Appearance"
        description="Try anything: readers see it once it is saved. Pages that are open change when they are loaded again."
      >
        <ToolLink href="/admin/settings/menus">Menus</ToolLink>
      </TabHeader>
      {appearance.isPending && (
        <div role="status" className="space-y-6">
          <span className="sr-only">Loading the appearance…</span>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      <LoadFailure query={appearance}>The appearance could not be loaded.</LoadFailure>
      {appearance.data && (
        <AppearanceForm
          current={appearance.data}
          onSaved={(saved) => {
            queryClient.setQueryData(appearanceQuery().queryKey, saved)
            // The logo is one of the settings.
            void queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey })
          }}
        />
      )}
    </>
  )
}

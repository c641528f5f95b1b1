import { useQuery } from '@tanstack/react-query'
import { appearanceQuery } from '../../data/owner/appearance.ts'
import { settingsQuery } from '../../data/owner/settings.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { WelcomeForm } from './welcome-form.tsx'

/** The first thing on a new site: the few settings that everything else shows. */
export function Welcome() {
  const settings = useQuery(settingsQuery())
  const appearance = useQuery(appearanceQuery())
  return (
    <div className="max-w-2xl">
      <TabHeader
        title="Welcome"
        description="A few words about your site. Everything can be changed in Settings later."
      />
      <Panel>
        <PanelQuery query={settings} errorText="The settings could not be loaded." height="h-96">
          {(current) => (
            <PanelQuery query={appearance} errorText="The appearance could not be loaded." height="h-96">
              {(theme) => <WelcomeForm current={current} theme={theme} />}
            </PanelQuery>
          )}
        </PanelQuery>
      </Panel>
    </div>
  )
}

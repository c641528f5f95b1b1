import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SiteImports } from '../../../contract/app/site-imports.ts'
import { isWorking, siteImportsQuery, useRefreshAfterImport } from '../../data/owner/site-imports.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Panel } from '../kit/panel.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { SurveyPanel } from './survey-panel.tsx'

/** The import of another site: choose an export, decide, import, undo. */
export function ImportSection() {
  const imports = useQuery(siteImportsQuery())
  return (
    <div data-list>
      <section aria-label="Import a site" data-keeps-focus className="space-y-6 outline-none">
        <PanelQuery query={imports} errorText="The imports could not be loaded." height="h-80">
          {(found) => <Imports imports={found} />}
        </PanelQuery>
      </section>
    </div>
  )
}

function Imports({ imports }: { imports: SiteImports }) {
  const { current, undoable } = imports
  const refresh = useRefreshAfterImport()
  const works = current !== null && isWorking(current)
  const didWork = useRef(works)
  useEffect(() => {
    if (didWork.current && !works) refresh()
    didWork.current = works
  }, [works, refresh])
  if (current && works) return <ImportProgress item={current} />
  if (current?.state === 'planned') return <SurveyPanel key={current.id} item={current} />
  return (
    <>
      {current && current.state !== 'failed' && <ImportResult item={current} />}
      {undoable && <ImportResult item={undoable} />}
      <Panel
        title="Import a site"
        description="Move in from WordPress, Ghost, Substack or Markdown. First you see what becomes what; nothing is changed before you confirm."
      >
        {current?.state === 'failed' && (
          <StatusMessage tone="error" className="mb-4">
            “{current.fileName}” could not be read: {current.error}
          </StatusMessage>
        )}
        {current?.state === 'stopped' && current.canUndo ? (
          <p>Please continue the import above or undo it before you import something else.</p>
        ) : (
          <ChooseExport imports={imports} />
        )}
      </Panel>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { usedTabsQuery } from '../data/owner/overview.ts'
import { useEnvironment } from '../environment.tsx'
import { tabContents } from './tab-contents.ts'
import { type GroupedTabs, groupTabs, type TabName } from './tabs.ts'

/** The tabs that the navigation offers, by group; at first as the server knew them. */
export function useGroupedTabs(current: string): GroupedTabs {
  const { usedTabs } = useEnvironment()
  const { data = usedTabs } = useQuery(usedTabsQuery())
  return groupTabs(data, current)
}

/** Loads the code of a tab; a failure is shown when it is opened. */
export function preloadTab(name: TabName): void {
  void tabContents[name].preload().catch(() => {})
}

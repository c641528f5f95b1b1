import { useQuery } from '@tanstack/react-query'
import { usedTabsQuery } from '../data/owner/overview.ts'
import { tabContents } from './tab-contents.ts'
import { isOffered, type Tab, type TabGroup, type TabName, tabGroups, tabs } from './tabs.ts'

export type GroupedTabs = { group: TabGroup; tabs: Tab[] }[]

/** The tabs that the navigation offers, by group. */
export function useGroupedTabs(current: string): GroupedTabs {
  const { data: used } = useQuery(usedTabsQuery())
  const groups = Object.keys(tabGroups) as TabGroup[]
  return groups.map((group) => ({
    group,
    tabs: tabs.filter((tab) => tab.group === group && isOffered(tab, used, current)),
  }))
}

/** Loads the code of a tab; a failure is shown when it is opened. */
export function preloadTab(name: TabName): void {
  void tabContents[name].preload().catch(() => {})
}

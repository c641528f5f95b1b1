import { useQuery } from '@tanstack/react-query'
import { usedTabsQuery } from '../data/owner/overview.ts'
import { ToolLink } from './kit/tool-button.tsx'
import { tabIcons } from './tab-icons.ts'
import { isOffered, type Tab, tabHref, tabs } from './tabs.ts'

/** Links to the tabs that the navigation does not offer yet, from the tab that leads to them. */
export function UnusedTabLinks({ from }: { from: NonNullable<Tab['reachedFrom']> }) {
  const { data: used } = useQuery(usedTabsQuery())
  if (!used) return null
  return tabs
    .filter((tab) => tab.reachedFrom === from && !isOffered(tab, used))
    .map((tab) => {
      const Icon = tabIcons[tab.name]
      return (
        <ToolLink key={tab.name} href={tabHref(tab)}>
          <Icon aria-hidden="true" className="size-4" />
          {tab.label}
        </ToolLink>
      )
    })
}

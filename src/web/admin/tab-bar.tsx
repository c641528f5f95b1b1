import { List, Root, Trigger } from '@radix-ui/react-tabs'
import type { KeyboardEvent } from 'react'
import { Link } from '../lib/router.tsx'
import { preloadTab } from './grouped-tabs.ts'
import { tabBadges } from './tab-contents.ts'
import { tabIcons } from './tab-icons.ts'
import { RailGroups, railClass, railLinkClass, railListClass } from './tab-rail.tsx'
import { type GroupedTabs, type Tab, tabHref } from './tabs.ts'

type TabBarProps = { current: string; groups: GroupedTabs }

/** The rail at the side of wide screens: the tabs as links, which also open in new windows. Arrow keys move between them. */
export function TabBar({ current, groups }: TabBarProps) {
  return (
    <Root value={current} activationMode="manual" orientation="vertical" className={railClass}>
      <List aria-label="Dashboard" className={railListClass}>
        <RailGroups groups={groups}>{(tab) => <TabLink key={tab.name} tab={tab} />}</RailGroups>
      </List>
    </Root>
  )
}

function TabLink({ tab }: { tab: Tab }) {
  const Badge = tabBadges[tab.name]
  const Icon = tabIcons[tab.name]
  return (
    <Trigger value={tab.name} id={`tab-${tab.name}`} aria-controls="tab-panel" type={undefined} asChild>
      <Link
        href={tabHref(tab)}
        keepFocus
        onKeyDown={handleKeyDown}
        onPointerEnter={() => preloadTab(tab.name)}
        className={railLinkClass}
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" />
        {tab.label}
        {Badge && <Badge />}
      </Link>
    </Trigger>
  )
}

/** Space opens a tab, as with buttons; links ignore it by default. Left and right also move along the rail. */
function handleKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
  const link = event.currentTarget
  if (event.key === ' ') {
    event.preventDefault()
    link.click()
  }
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.preventDefault()
  const list = [...(link.closest('[role="tablist"]')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const step = event.key === 'ArrowRight' ? 1 : -1
  list.at((list.indexOf(link) + step) % list.length)?.focus()
}

import { List, Root, Trigger } from '@radix-ui/react-tabs'
import type { KeyboardEvent } from 'react'
import { Link } from '../lib/router.tsx'
import { type GroupedTabs, preloadTab } from './grouped-tabs.ts'
import { tabBadges } from './tab-contents.ts'
import { type Tab, tabGroups, tabHref } from './tabs.ts'

type TabBarProps = { current: string; groups: GroupedTabs }

/** The rail at the side of wide screens: the tabs as links, which also open in new windows. Arrow keys move between them. */
export function TabBar({ current, groups }: TabBarProps) {
  return (
    <Root value={current} activationMode="manual" orientation="vertical" className="sticky top-0 self-start">
      <List
        aria-label="Dashboard"
        className="-mx-2 flex max-h-svh flex-col overflow-y-auto px-2 pb-2 [scrollbar-width:thin]"
      >
        {groups.map(({ group, tabs }) => (
          <div key={group} className="not-first:mt-1.5">
            {tabGroups[group] && (
              // A tab list contains nothing but tabs; the name of the group is for the eyes.
              <span aria-hidden="true" className="block px-3 py-0.5 text-xs font-bold text-ink-soft">
                {tabGroups[group]}
              </span>
            )}
            {tabs.map((tab) => (
              <TabLink key={tab.name} tab={tab} />
            ))}
          </div>
        ))}
      </List>
    </Root>
  )
}

const shape =
  'relative flex min-h-8.5 shrink-0 items-center gap-3 rounded-lg px-3 text-sm font-semibold whitespace-nowrap ' +
  'text-ink-soft hover:bg-cream hover:text-ink'

const active =
  'data-[state=active]:bg-cream data-[state=active]:text-accent-darker data-[state=active]:after:absolute ' +
  'data-[state=active]:after:inset-y-2 data-[state=active]:after:left-0 data-[state=active]:after:w-0.75 ' +
  'data-[state=active]:after:rounded data-[state=active]:after:bg-accent-deep'

function TabLink({ tab }: { tab: Tab }) {
  const Badge = tabBadges[tab.name]
  return (
    <Trigger value={tab.name} id={`tab-${tab.name}`} aria-controls="tab-panel" type={undefined} asChild>
      <Link
        href={tabHref(tab)}
        keepFocus
        onKeyDown={handleKeyDown}
        onPointerEnter={() => preloadTab(tab.name)}
        className={`${shape} ${active}`}
      >
        <tab.icon aria-hidden="true" className="size-4.5 shrink-0" />
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

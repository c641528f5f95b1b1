import { List, Root, Trigger } from '@radix-ui/react-tabs'
import { type KeyboardEvent, useEffect } from 'react'
import { Link } from '../lib/router.tsx'
import { tabs } from './tabs.ts'

/** The tabs as links, which also open in new windows; arrow keys move between them. */
export function TabBar({ current }: { current: string }) {
  // On phones the row is wider than the screen.
  useEffect(() => {
    const tab = document.getElementById(`tab-${current}`)
    const row = tab?.parentElement
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <Root value={current} activationMode="manual">
      <List
        aria-label="Dashboard"
        className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        {tabs.map((tab) => (
          <Trigger
            key={tab.name}
            value={tab.name}
            id={`tab-${tab.name}`}
            aria-controls="tab-panel"
            type={undefined}
            asChild
          >
            <Link
              href={`/admin/${tab.name}`}
              onKeyDown={openWithSpace}
              onMouseEnter={() => void tab.content.preload().catch(() => {})}
              className="relative flex min-h-11 items-center gap-2 rounded-t-lg px-3.5 text-sm font-semibold whitespace-nowrap text-ink-soft hover:bg-cream hover:text-ink data-[state=active]:text-accent-darker data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.75 data-[state=active]:after:rounded-t data-[state=active]:after:bg-accent-deep"
            >
              {tab.label}
              {tab.badge && <tab.badge />}
            </Link>
          </Trigger>
        ))}
      </List>
    </Root>
  )
}

/** Space opens a tab, as with buttons; links ignore it by default. */
function openWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

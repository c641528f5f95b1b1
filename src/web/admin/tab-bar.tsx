import { List, Root, Trigger } from '@radix-ui/react-tabs'
import { type KeyboardEvent, useEffect } from 'react'
import { Link } from '../lib/router.tsx'
import { useMediaQuery } from './kit/use-media-query.ts'
import { type Tab, tabHref, tabs } from './tabs.ts'

/** From here on the tabs are a rail at the side; Tailwind's `lg`. */
const RAIL = '(min-width: 64rem)'

/**
 * The tabs as links, which also open in new windows; arrow keys move between them. A row on small screens, a rail at the
 * side on wide ones: the same elements in the same order.
 */
export function TabBar({ current }: { current: string }) {
  const isRail = useMediaQuery(RAIL)
  // On phones the row is wider than the screen.
  useEffect(() => {
    const tab = document.getElementById(`tab-${current}`)
    const row = tab?.parentElement
    if (tab && row && !isRail) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current, isRail])
  return (
    <Root
      value={current}
      activationMode="manual"
      orientation={isRail ? 'vertical' : 'horizontal'}
      className="lg:sticky lg:top-4 lg:self-start"
    >
      <List
        aria-label="Dashboard"
        className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0 lg:max-h-[calc(100svh-2rem)] lg:flex-col lg:gap-0.5 lg:overflow-y-auto lg:border-b-0 lg:pb-2"
      >
        {tabs.map((tab, index) => (
          <TabLink key={tab.name} tab={tab} beginsGroup={index > 0 && tab.group !== tabs[index - 1]?.group} />
        ))}
      </List>
    </Root>
  )
}

const shape =
  'relative flex min-h-11 items-center gap-2 rounded-t-lg px-3.5 text-sm font-semibold whitespace-nowrap text-ink-soft ' +
  'hover:bg-cream hover:text-ink lg:shrink-0 lg:gap-3 lg:rounded-lg lg:px-3'

const active =
  'data-[state=active]:text-accent-darker data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 ' +
  'data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.75 data-[state=active]:after:rounded-t ' +
  'data-[state=active]:after:bg-accent-deep lg:data-[state=active]:bg-cream lg:data-[state=active]:after:inset-x-auto ' +
  'lg:data-[state=active]:after:inset-y-2 lg:data-[state=active]:after:left-0 lg:data-[state=active]:after:h-auto ' +
  'lg:data-[state=active]:after:w-0.75 lg:data-[state=active]:after:rounded'

const groupLine =
  'lg:mt-2.5 lg:before:absolute lg:before:inset-x-2 lg:before:-top-1.5 lg:before:border-t lg:before:border-line'

function TabLink({ tab, beginsGroup }: { tab: Tab; beginsGroup: boolean }) {
  return (
    <Trigger value={tab.name} id={`tab-${tab.name}`} aria-controls="tab-panel" type={undefined} asChild>
      <Link
        href={tabHref(tab)}
        keepFocus
        onKeyDown={handleKeyDown}
        onMouseEnter={() => void tab.content.preload().catch(() => {})}
        className={`${shape} ${active} ${beginsGroup ? groupLine : ''}`}
      >
        <tab.icon aria-hidden="true" className="hidden size-4.5 shrink-0 lg:block" />
        {tab.label}
        {tab.badge && <tab.badge />}
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
  const tabList = link.closest('[role="tablist"]')
  const isRail = tabList?.getAttribute('aria-orientation') === 'vertical'
  if (!isRail || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
  event.preventDefault()
  const list = [...tabList.querySelectorAll<HTMLElement>('[role="tab"]')]
  const step = event.key === 'ArrowRight' ? 1 : -1
  list.at((list.indexOf(link) + step) % list.length)?.focus()
}

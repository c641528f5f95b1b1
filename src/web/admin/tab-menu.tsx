import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../lib/router.tsx'
import { preloadTab } from './grouped-tabs.ts'
import { Dialog } from './kit/dialog.tsx'
import { tabBadges } from './tab-contents.ts'
import { tabIcons } from './tab-icons.ts'
import { tabMenuClass } from './tab-rail.tsx'
import { type GroupedTabs, type Tab, tabGroups, tabHref } from './tabs.ts'

type TabMenuProps = {
  current: string
  /** Names the button: the label of the place that is open. */
  label: string
  groups: GroupedTabs
}

/** The navigation of small screens: a button with the name of the open tab, and a sheet with all of them. */
export function TabMenu({ current, label, groups }: TabMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="-ml-2 min-w-0">
      <button
        type="button"
        id="tab-menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        className={tabMenuClass}
      >
        <MenuIcon aria-hidden="true" className="size-5 shrink-0" />
        <span className="line-clamp-2 text-left leading-tight">
          <span className="sr-only">Menu: </span>
          {label}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-soft max-sm:hidden" />
      </button>
      <Dialog isOpen={isOpen} title="Go to" onClose={() => setIsOpen(false)}>
        <nav aria-label="Dashboard" className="-m-2 grid grid-cols-2 gap-x-2 gap-y-3 sm:grid-cols-3">
          {groups.map(({ group, tabs }) => (
            <section key={group} aria-label={tabGroups[group]} className={tabGroups[group] ? '' : 'col-span-full'}>
              {tabGroups[group] && <h3 className="px-3 text-xs font-bold text-ink-soft">{tabGroups[group]}</h3>}
              <ul>
                {tabs.map((tab) => (
                  <li key={tab.name}>
                    <MenuLink tab={tab} isCurrent={tab.name === current} onOpen={() => setIsOpen(false)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </Dialog>
    </div>
  )
}

type MenuLinkProps = { tab: Tab; isCurrent: boolean; onOpen: () => void }

function MenuLink({ tab, isCurrent, onOpen }: MenuLinkProps) {
  const Badge = tabBadges[tab.name]
  const Icon = tabIcons[tab.name]
  return (
    <Link
      href={tabHref(tab)}
      keepFocus
      data-autofocus={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
      onPointerEnter={() => preloadTab(tab.name)}
      className="flex min-h-11 items-center gap-2.5 rounded-lg px-3 text-sm font-semibold text-ink-soft hover:bg-cream hover:text-ink aria-[current]:bg-cream aria-[current]:text-accent-darker"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {tab.label}
      {Badge && <Badge />}
    </Link>
  )
}

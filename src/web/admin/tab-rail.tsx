import type { ReactNode } from 'react'
import { type GroupedTabs, type Tab, tabGroups } from './tabs.ts'

/** In the rail and in the frame that the server draws in its place. */
export const railClass = 'sticky top-0 self-start'
export const railListClass = '-mx-2 flex max-h-svh flex-col overflow-y-auto px-2 pb-2 [scrollbar-width:thin]'
export const railLinkClass =
  'relative flex min-h-8.5 shrink-0 items-center gap-3 rounded-lg px-3 text-sm font-semibold whitespace-nowrap ' +
  'text-ink-soft hover:bg-cream hover:text-ink ' +
  'data-[state=active]:bg-cream data-[state=active]:text-accent-darker data-[state=active]:after:absolute ' +
  'data-[state=active]:after:inset-y-2 data-[state=active]:after:left-0 data-[state=active]:after:w-0.75 ' +
  'data-[state=active]:after:rounded data-[state=active]:after:bg-accent-deep'

/** The button that opens the navigation on small screens. */
export const tabMenuClass =
  'flex min-h-11 max-w-full items-center gap-2 rounded-lg px-2 font-display text-lg font-semibold text-ink hover:bg-cream max-sm:text-base'

/** The tabs group by group, below the printed names of the groups. */
export function RailGroups({ groups, children }: { groups: GroupedTabs; children: (tab: Tab) => ReactNode }) {
  return groups.map(({ group, tabs }) => (
    <div key={group} className="not-first:mt-1.5">
      {tabGroups[group] && (
        // A tab list contains nothing but tabs; the name of the group is for the eyes.
        <span aria-hidden="true" className="block px-3 py-0.5 text-xs font-bold text-ink-soft">
          {tabGroups[group]}
        </span>
      )}
      {tabs.map(children)}
    </div>
  ))
}

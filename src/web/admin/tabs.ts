import type { UsedTabs } from '../../contract/app/overview.ts'

/** The names of the groups as the navigation prints them, in its order. */
export const tabGroups = {
  overview: undefined,
  write: 'Write',
  shop: 'Shop',
  readers: 'Readers',
  money: 'Money',
  site: 'Site',
} as const
type TabGroup = keyof typeof tabGroups

type Declaration = {
  /** The path segment after `/admin/`. */
  name: string
  label: string
  group: TabGroup
  /** The tab that links to this one until it lists something, which offers it in the navigation. */
  reachedFrom?: 'products' | 'earnings'
}

/**
 * The tabs of the dashboard, group by group. Rail, menu of the phone, and every other list of destinations read this
 * declaration; `tab-contents.ts` has what each shows, `tab-icons.ts` its icon, which the server does not load.
 */
const declarations = [
  { name: 'overview', label: 'Overview', group: 'overview' },
  { name: 'posts', label: 'Blog Posts', group: 'write' },
  { name: 'pages', label: 'Pages', group: 'write' },
  { name: 'media', label: 'Media', group: 'write' },
  { name: 'products', label: 'Products', group: 'shop' },
  { name: 'ingredients', label: 'Ingredients', group: 'shop', reachedFrom: 'products' },
  { name: 'routines', label: 'Routines', group: 'shop', reachedFrom: 'products' },
  { name: 'contacts', label: 'Contacts', group: 'readers' },
  { name: 'subscribers', label: 'Subscribers', group: 'readers' },
  { name: 'newsletters', label: 'Newsletters', group: 'readers' },
  { name: 'analytics', label: 'Analytics', group: 'money' },
  { name: 'earnings', label: 'Earnings', group: 'money' },
  { name: 'links', label: 'Links', group: 'money' },
  { name: 'programs', label: 'Programs', group: 'money', reachedFrom: 'earnings' },
  { name: 'appearance', label: 'Appearance', group: 'site' },
  { name: 'rules', label: 'Rules', group: 'site' },
  { name: 'settings', label: 'Settings', group: 'site' },
] as const satisfies Declaration[]

export type TabName = (typeof declarations)[number]['name']
export type Tab = Declaration & { name: TabName }

export const tabs: readonly Tab[] = declarations

/** Places without an entry in the navigation, each below the tab that is highlighted for it. */
export const areas = [
  { name: 'categories', label: 'Categories', parent: 'posts' },
  { name: 'automatic-newsletters', label: 'Automatic newsletters', parent: 'newsletters' },
  { name: 'welcome', label: 'Welcome', parent: 'overview' },
] as const satisfies { name: string; label: string; parent: TabName }[]
export type AreaName = (typeof areas)[number]['name']

/** Views of a place with an address of their own: the path after the place, or a parameter of the query. */
export const placeViews: readonly { of: TabName; id?: string; query?: [string, string]; label: string }[] = [
  { of: 'posts', id: 'calendar', label: 'Calendar' },
  { of: 'posts', query: ['kind', 'template'], label: 'Templates' },
  { of: 'media', id: 'describe', label: 'Describe images' },
  { of: 'products', id: 'import', label: 'Import products' },
  { of: 'contacts', query: ['folder', 'spam'], label: 'Spam' },
  { of: 'subscribers', id: 'suppressed', label: 'Suppressed addresses' },
]

export type Place = { name: TabName | AreaName; label: string; parent?: TabName }

/** The place of a path: the overview for `/admin`, undefined for an unknown name. */
export function findPlace(name: string | undefined): Place | undefined {
  return name === undefined ? tabs[0] : [...tabs, ...areas].find((place) => place.name === name)
}

/** The overview stands at `/admin` itself. */
export function tabHref({ name }: { name: TabName | AreaName }): string {
  return name === 'overview' ? '/admin' : `/admin/${name}`
}

export type GroupedTabs = { group: TabGroup; tabs: Tab[] }[]

/** The tabs that the navigation offers, by group. */
export function groupTabs(used: UsedTabs | undefined, current?: string): GroupedTabs {
  const groups = Object.keys(tabGroups) as TabGroup[]
  return groups.map((group) => ({
    group,
    tabs: tabs.filter((tab) => tab.group === group && isOffered(tab, used, current)),
  }))
}

/** Whether the navigation has a tab: a tab that not every site needs, once it is used or open. */
export function isOffered({ name, reachedFrom }: Tab, used: UsedTabs | undefined, current?: string): boolean {
  return reachedFrom === undefined || name === current || used?.[name as keyof UsedTabs] === true
}

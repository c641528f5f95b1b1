import {
  ChartColumn,
  Files,
  FlaskConical,
  HandCoins,
  Handshake,
  Image,
  LayoutDashboard,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  Palette,
  PenLine,
  Scale,
  Send,
  Settings,
  ShoppingBag,
  Users,
} from 'lucide-react'
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
export type TabGroup = keyof typeof tabGroups

type Declaration = {
  /** The path segment after `/admin/`. */
  name: string
  label: string
  group: TabGroup
  icon: LucideIcon
  /** The tab that links to this one until it lists something, which offers it in the navigation. */
  reachedFrom?: 'products' | 'earnings'
}

/**
 * The tabs of the dashboard, group by group. Rail, menu of the phone, and every other list of destinations read this
 * declaration; `tab-contents.ts` has what each shows.
 */
const declarations = [
  { name: 'overview', label: 'Overview', group: 'overview', icon: LayoutDashboard },
  { name: 'posts', label: 'Blog Posts', group: 'write', icon: PenLine },
  { name: 'pages', label: 'Pages', group: 'write', icon: Files },
  { name: 'media', label: 'Media', group: 'write', icon: Image },
  { name: 'products', label: 'Products', group: 'shop', icon: ShoppingBag },
  { name: 'ingredients', label: 'Ingredients', group: 'shop', icon: FlaskConical, reachedFrom: 'products' },
  { name: 'routines', label: 'Routines', group: 'shop', icon: ListChecks, reachedFrom: 'products' },
  { name: 'contacts', label: 'Contacts', group: 'readers', icon: Mail },
  { name: 'subscribers', label: 'Subscribers', group: 'readers', icon: Users },
  { name: 'newsletters', label: 'Newsletters', group: 'readers', icon: Send },
  { name: 'analytics', label: 'Analytics', group: 'money', icon: ChartColumn },
  { name: 'earnings', label: 'Earnings', group: 'money', icon: HandCoins },
  { name: 'links', label: 'Links', group: 'money', icon: Link2 },
  { name: 'programs', label: 'Programs', group: 'money', icon: Handshake, reachedFrom: 'earnings' },
  { name: 'appearance', label: 'Appearance', group: 'site', icon: Palette },
  { name: 'rules', label: 'Rules', group: 'site', icon: Scale },
  { name: 'settings', label: 'Settings', group: 'site', icon: Settings },
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

type Place = { name: TabName | AreaName; label: string; parent?: TabName }

/** The place of a path: the overview for `/admin`, undefined for an unknown name. */
export function findPlace(name: string | undefined): Place | undefined {
  return name === undefined ? tabs[0] : [...tabs, ...areas].find((place) => place.name === name)
}

/** The overview stands at `/admin` itself. */
export function tabHref({ name }: { name: TabName | AreaName }): string {
  return name === 'overview' ? '/admin' : `/admin/${name}`
}

/** Whether the navigation has a tab: a tab that not every site needs, once it is used or open. */
export function isOffered({ name, reachedFrom }: Tab, used: UsedTabs | undefined, current?: string): boolean {
  return reachedFrom === undefined || name === current || used?.[name as keyof UsedTabs] === true
}

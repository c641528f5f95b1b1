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
import type { ComponentType } from 'react'
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx'
import { UnreadBadge } from './contacts/unread-badge.tsx'

/** The rail draws a line between two groups. */
type TabGroup = 'overview' | 'content' | 'numbers' | 'audience' | 'site'

export type Tab = {
  /** The path segment after `/admin/`. */
  name: string
  label: string
  group: TabGroup
  /** Shown in the side rail. */
  icon: LucideIcon
  /** Shown next to the label. */
  badge?: ComponentType
  content: LazyPage
}

/**
 * The tabs of the dashboard in their order, each loaded when it is opened or hovered, or when the dashboard is idle. The specification's six stand together;
 * other places of the site's own come after them, before the settings.
 */
export const tabs: Tab[] = [
  {
    name: 'overview',
    label: 'Overview',
    group: 'overview',
    icon: LayoutDashboard,
    content: lazyPage(() => import('./overview/overview-tab.tsx'), 'OverviewTab'),
  },
  {
    name: 'posts',
    label: 'Blog Posts',
    group: 'content',
    icon: PenLine,
    content: lazyPage(() => import('./posts/blog-posts-tab.tsx'), 'BlogPostsTab'),
  },
  {
    name: 'products',
    label: 'Products',
    group: 'content',
    icon: ShoppingBag,
    content: lazyPage(() => import('./products/products-tab.tsx'), 'ProductsTab'),
  },
  {
    name: 'media',
    label: 'Media',
    group: 'content',
    icon: Image,
    content: lazyPage(() => import('./media/media-tab.tsx'), 'MediaTab'),
  },
  {
    name: 'analytics',
    label: 'Analytics',
    group: 'numbers',
    icon: ChartColumn,
    content: lazyPage(() => import('./analytics/analytics-tab.tsx'), 'AnalyticsTab'),
  },
  {
    name: 'contacts',
    label: 'Contacts',
    group: 'audience',
    icon: Mail,
    badge: UnreadBadge,
    content: lazyPage(() => import('./contacts/contacts-tab.tsx'), 'ContactsTab'),
  },
  {
    name: 'subscribers',
    label: 'Subscribers',
    group: 'audience',
    icon: Users,
    content: lazyPage(() => import('./subscribers/subscribers-tab.tsx'), 'SubscribersTab'),
  },
  {
    name: 'earnings',
    label: 'Earnings',
    group: 'numbers',
    icon: HandCoins,
    content: lazyPage(() => import('./earnings/earnings-tab.tsx'), 'EarningsTab'),
  },
  {
    name: 'programs',
    label: 'Programs',
    group: 'numbers',
    icon: Handshake,
    content: lazyPage(() => import('./programs/programs-tab.tsx'), 'ProgramsTab'),
  },
  {
    name: 'links',
    label: 'Links',
    group: 'numbers',
    icon: Link2,
    content: lazyPage(() => import('./links/links-tab.tsx'), 'LinksTab'),
  },
  {
    name: 'newsletters',
    label: 'Newsletters',
    group: 'audience',
    icon: Send,
    content: lazyPage(() => import('./newsletters/newsletters-tab.tsx'), 'NewslettersTab'),
  },
  {
    name: 'ingredients',
    label: 'Ingredients',
    group: 'site',
    icon: FlaskConical,
    content: lazyPage(() => import('./ingredients/ingredients-tab.tsx'), 'IngredientsTab'),
  },
  {
    name: 'routines',
    label: 'Routines',
    group: 'site',
    icon: ListChecks,
    content: lazyPage(() => import('./routines/routines-tab.tsx'), 'RoutinesTab'),
  },
  {
    name: 'pages',
    label: 'Pages',
    group: 'site',
    icon: Files,
    content: lazyPage(() => import('./pages/pages-tab.tsx'), 'PagesTab'),
  },
  {
    name: 'appearance',
    label: 'Appearance',
    group: 'site',
    icon: Palette,
    content: lazyPage(() => import('./appearance/appearance-tab.tsx'), 'AppearanceTab'),
  },
  {
    name: 'rules',
    label: 'Rules',
    group: 'site',
    icon: Scale,
    content: lazyPage(() => import('./rules/rules-tab.tsx'), 'RulesTab'),
  },
  {
    name: 'settings',
    label: 'Settings',
    group: 'site',
    icon: Settings,
    content: lazyPage(() => import('./settings/settings-tab.tsx'), 'SettingsTab'),
  },
]

type Area = Pick<Tab, 'name' | 'label' | 'content'> & {
  /** The tab that is highlighted for it. */
  parent?: string
}

/** Places without an entry among the tabs, reached from another one. */
export const areas: Area[] = [
  {
    name: 'categories',
    label: 'Categories',
    content: lazyPage(() => import('./categories/categories-tab.tsx'), 'CategoriesTab'),
  },
  {
    name: 'automatic-newsletters',
    label: 'Automatic newsletters',
    parent: 'newsletters',
    content: lazyPage(() => import('./newsletters/automatic-newsletters.tsx'), 'AutomaticNewsletters'),
  },
  {
    name: 'welcome',
    label: 'Welcome',
    content: lazyPage(() => import('./welcome/welcome-tab.tsx'), 'WelcomeTab'),
  },
]

/** The place of a path: the overview for `/admin`, undefined for an unknown name. */
export function findTab(name: string | undefined): Area | undefined {
  return name === undefined ? tabs[0] : [...tabs, ...areas].find((tab) => tab.name === name)
}

/** The overview stands at `/admin` itself. */
export function tabHref({ name }: Pick<Tab, 'name'>): string {
  return name === tabs[0]?.name ? '/admin' : `/admin/${name}`
}

import type { ComponentType } from 'react'
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx'
import { UnreadBadge } from './contacts/unread-badge.tsx'
import type { AreaName, TabName } from './tabs.ts'

/** The content of each place of the dashboard, loaded when it is opened or hovered, or when the dashboard is idle. */
export const tabContents: Record<TabName | AreaName, LazyPage> = {
  overview: lazyPage(() => import('./overview/overview-tab.tsx'), 'OverviewTab'),
  posts: lazyPage(() => import('./posts/blog-posts-tab.tsx'), 'BlogPostsTab'),
  pages: lazyPage(() => import('./pages/pages-tab.tsx'), 'PagesTab'),
  media: lazyPage(() => import('./media/media-tab.tsx'), 'MediaTab'),
  products: lazyPage(() => import('./products/products-tab.tsx'), 'ProductsTab'),
  ingredients: lazyPage(() => import('./ingredients/ingredients-tab.tsx'), 'IngredientsTab'),
  routines: lazyPage(() => import('./routines/routines-tab.tsx'), 'RoutinesTab'),
  contacts: lazyPage(() => import('./contacts/contacts-tab.tsx'), 'ContactsTab'),
  subscribers: lazyPage(() => import('./subscribers/subscribers-tab.tsx'), 'SubscribersTab'),
  newsletters: lazyPage(() => import('./newsletters/newsletters-tab.tsx'), 'NewslettersTab'),
  analytics: lazyPage(() => import('./analytics/analytics-tab.tsx'), 'AnalyticsTab'),
  earnings: lazyPage(() => import('./earnings/earnings-tab.tsx'), 'EarningsTab'),
  links: lazyPage(() => import('./links/links-tab.tsx'), 'LinksTab'),
  programs: lazyPage(() => import('./programs/programs-tab.tsx'), 'ProgramsTab'),
  appearance: lazyPage(() => import('./appearance/appearance-tab.tsx'), 'AppearanceTab'),
  rules: lazyPage(() => import('./rules/rules-tab.tsx'), 'RulesTab'),
  settings: lazyPage(() => import('./settings/settings-tab.tsx'), 'SettingsTab'),
  categories: lazyPage(() => import('./categories/categories-tab.tsx'), 'CategoriesTab'),
  'automatic-newsletters': lazyPage(() => import('./newsletters/automatic-newsletters.tsx'), 'AutomaticNewsletters'),
  welcome: lazyPage(() => import('./welcome/welcome-tab.tsx'), 'WelcomeTab'),
}

/** Shown next to a label. */
export const tabBadges: Partial<Record<TabName, ComponentType>> = { contacts: UnreadBadge }

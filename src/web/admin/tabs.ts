import type { ComponentType } from 'react'
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx'
import { UnreadBadge } from './contacts/unread-badge.tsx'

export type Tab = {
  /** The path segment after `/admin/`. */
  name: string
  label: string
  /** Shown next to the label. */
  badge?: ComponentType
  content: LazyPage
}

/** The tabs of the dashboard in their order, each loaded when it is opened or hovered. */
export const tabs: Tab[] = [
  {
    name: 'posts',
    label: 'Blog Posts',
    content: lazyPage(() => import('./posts/blog-posts-tab.tsx'), 'BlogPostsTab'),
  },
  {
    name: 'products',
    label: 'Products',
    content: lazyPage(() => import('./products/products-tab.tsx'), 'ProductsTab'),
  },
  {
    name: 'media',
    label: 'Media',
    content: lazyPage(() => import('./media/media-tab.tsx'), 'MediaTab'),
  },
  {
    name: 'analytics',
    label: 'Analytics',
    content: lazyPage(() => import('./analytics/analytics-tab.tsx'), 'AnalyticsTab'),
  },
  {
    name: 'contacts',
    label: 'Contacts',
    badge: UnreadBadge,
    content: lazyPage(() => import('./contacts/contacts-tab.tsx'), 'ContactsTab'),
  },
  {
    name: 'subscribers',
    label: 'Subscribers',
    content: lazyPage(() => import('./subscribers/subscribers-tab.tsx'), 'SubscribersTab'),
  },
  {
    name: 'settings',
    label: 'Settings',
    content: lazyPage(() => import('./settings/settings-tab.tsx'), 'SettingsTab'),
  },
]

/** Tabs without an entry in the bar, reached from another tab. */
const areas: Tab[] = [
  {
    name: 'categories',
    label: 'Categories',
    content: lazyPage(() => import('./categories/categories-tab.tsx'), 'CategoriesTab'),
  },
]

/** The tab of a path: the first one for `/admin`, undefined for an unknown name. */
export function findTab(name: string | undefined): Tab | undefined {
  return name === undefined ? tabs[0] : [...tabs, ...areas].find((tab) => tab.name === name)
}

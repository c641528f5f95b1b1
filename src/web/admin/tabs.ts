import type { ComponentType } from 'react'
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx'
import { UnreadBadge } from './contacts/unread-badge.tsx'

export type Tab = {
  /** The part of the address after `/admin/`. */
  name: string
  label: string
  /** Beside the label. */
  badge?: ComponentType
  content: LazyPage
}

/**
 * The tabs of the dashboard, each loaded when it is opened or pointed at. Their order: posts, products, media, analytics,
 * contacts, subscribers, settings.
 */
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

/** Areas of the dashboard that another tab leads to, such as the categories of the posts. */
const areas: Tab[] = [
  {
    name: 'categories',
    label: 'Categories',
    content: lazyPage(() => import('./categories/categories-tab.tsx'), 'CategoriesTab'),
  },
]

/** The tab of an address; the first for `/admin` itself, none for a name that there is not. */
export function findTab(name: string | undefined): Tab | undefined {
  return name === undefined ? tabs[0] : [...tabs, ...areas].find((tab) => tab.name === name)
}

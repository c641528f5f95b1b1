import type { Settings } from '../../../contract/site.ts'

export type SettingField = {
  key: keyof Settings
  label: string
  kind: 'line' | 'text' | 'image' | 'time-zone' | 'currency' | 'email' | 'address'
  hint?: string
  rows?: number
}

export type SettingsSection = { name: string; label: string; description: string; fields: SettingField[] }

/** What of the site's words and looks the owner changes, section by section. */
export const settingsSections: SettingsSection[] = [
  {
    name: 'brand',
    label: 'Brand',
    description: 'The name and face of the site, on every page, in feeds and when a page is shared.',
    fields: [
      { key: 'brand', label: 'Site name', kind: 'line' },
      { key: 'tagline', label: 'Tagline', kind: 'line', hint: 'Stands in the footer.' },
      {
        key: 'description',
        label: 'Description',
        kind: 'text',
        hint: 'What search engines and feed readers say about the site. Up to 160 characters are usually shown.',
      },
      {
        key: 'logo',
        label: 'Logo',
        kind: 'image',
        hint: 'Stands alone in the header and the footer, so it should carry the name. Without one the drop and the name are shown.',
      },
    ],
  },
  {
    name: 'home',
    label: 'Home page',
    description: 'The first thing that a new reader sees.',
    fields: [
      { key: 'heroTitle', label: 'Headline', kind: 'line' },
      { key: 'heroText', label: 'Text below the headline', kind: 'text' },
      { key: 'heroImage', label: 'Background image', kind: 'image' },
      { key: 'categoriesHeading', label: 'Heading of the categories', kind: 'line' },
      { key: 'featuredHeading', label: 'Heading of the featured posts', kind: 'line' },
      { key: 'productsHeading', label: 'Heading of the products', kind: 'line' },
    ],
  },
  {
    name: 'blog-and-shop',
    label: 'Blog & shop',
    description: 'Headings, the label on cards, and the sentence about affiliate links.',
    fields: [
      {
        key: 'postsHeading',
        label: 'Heading of the blog',
        kind: 'line',
        hint: 'Also above the latest posts on the home page.',
      },
      {
        key: 'cardBadge',
        label: 'Card badge',
        kind: 'line',
        hint: 'A label on every post card. Leave it empty to show each post’s own category.',
      },
      { key: 'shopHeading', label: 'Heading of the shop', kind: 'line' },
      { key: 'disclosure', label: 'Affiliate disclosure', kind: 'text', rows: 4 },
    ],
  },
  {
    name: 'about',
    label: 'About',
    description: 'Who writes here. An empty line begins a new paragraph.',
    fields: [
      { key: 'aboutText', label: 'About text', kind: 'text', rows: 14 },
      { key: 'aboutImage', label: 'Picture', kind: 'image' },
    ],
  },
  {
    name: 'contact',
    label: 'Contact & social',
    description: 'Shown on the contact page; what is empty is left out.',
    fields: [
      { key: 'email', label: 'Email', kind: 'email' },
      { key: 'location', label: 'Location', kind: 'line' },
      { key: 'pinterest', label: 'Pinterest', kind: 'address', hint: 'Also in the header and the footer.' },
      { key: 'instagram', label: 'Instagram', kind: 'address' },
      { key: 'x', label: 'X', kind: 'address' },
      { key: 'facebook', label: 'Facebook', kind: 'address' },
      { key: 'youtube', label: 'YouTube', kind: 'address' },
      { key: 'tiktok', label: 'TikTok', kind: 'address' },
    ],
  },
  {
    name: 'region',
    label: 'Region',
    description: 'How times and money are written.',
    fields: [
      {
        key: 'timeZone',
        label: 'Time zone',
        kind: 'time-zone',
        hint: 'Posts appear and days begin by it.',
      },
      { key: 'currency', label: 'Currency', kind: 'currency', hint: 'Of new products and of revenue.' },
    ],
  },
]

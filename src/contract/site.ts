import * as z from 'zod/mini'
import { defaultAbout } from './about-text.ts'
import { endpoint, json } from './endpoint.ts'
import { Picture } from './pictures.ts'

/** A setting with its default, which also stands in for a stored value that is not right: a page is never lost to one. */
function setting(value: string, max: number) {
  return z.catch(z._default(z.string().check(z.maxLength(max)), value), value)
}

/** What the owner can change without code; every default is the specification's text. */
export const Settings = z.object({
  brand: setting('Dewlight', 60),
  tagline: setting('Expert advice and product recommendations for your skincare journey.', 200),
  description: setting(
    'Plain-spoken skincare for beginners: gentle routines, ingredient guides and honest product recommendations.',
    300,
  ),
  heroTitle: setting('Build a skincare routine with confidence', 120),
  heroText: setting(
    'Clear, honest guides for beginners: what each step does, what you can skip, and the few products that are worth your money.',
    300,
  ),
  categoriesHeading: setting('Style Categories', 80),
  postsHeading: setting('Latest Style Inspiration', 80),
  featuredHeading: setting('Featured Posts', 80),
  productsHeading: setting('Shop Recommended Products', 80),
  shopHeading: setting('Shop My Looks', 80),
  aboutText: setting(defaultAbout, 10_000),
  /** Addresses of images of the media library; the logo stands in place of the mark. */
  logo: setting('', 300),
  heroImage: setting('', 300),
  aboutImage: setting('', 300),
  /** A fixed label on every card, or each post's own category when empty. */
  cardBadge: setting('Fashion', 40),
  disclosure: setting(
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
    600,
  ),
  email: setting('hello@dewlight.example', 254),
  location: setting('Portland, Maine, USA', 120),
  pinterest: setting('https://www.pinterest.com/', 300),
  instagram: setting('https://www.instagram.com/', 300),
  x: setting('', 300),
  facebook: setting('', 300),
  youtube: setting('', 300),
  tiktok: setting('', 300),
  timeZone: setting('America/New_York', 64),
  /** ISO 4217, of new products and of revenue. */
  currency: setting('USD', 3),
})
export type Settings = z.infer<typeof Settings>

/** The settings with what the process adds to them; every page carries it. */
export const Site = z.extend(Settings, {
  /** The absolute base of the site's addresses, without a slash at its end. */
  origin: z.string(),
  logoPicture: z.nullable(Picture),
  heroPicture: z.nullable(Picture),
  aboutPicture: z.nullable(Picture),
  /** The demo account's name and password, only while it is unchanged and only on the owner's own machine. */
  demoAccount: z.nullable(z.object({ username: z.string(), password: z.string() })),
})
export type Site = z.infer<typeof Site>

export const findSite = endpoint({
  method: 'GET',
  path: '/site',
  access: 'public',
  summary: 'Settings of the site',
  dependsOn: ['settings', 'images', 'users'],
  cacheable: true,
  responses: { 200: json('The settings', Site) },
})

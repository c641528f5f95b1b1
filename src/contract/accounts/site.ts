import * as z from 'zod/mini'
import { explored } from '../content/default-menus.ts'
import { SiteMenus } from '../content/menus.ts'
import { Picture } from '../content/pictures.ts'
import { json, publicRead } from '../platform/endpoint.ts'
import { charactersUpTo } from '../platform/text-fields.ts'
import { StoredAppearance } from './appearance.ts'
import { mapSettings, settingsSections } from './setting-fields.ts'

/** The stored settings. An invalid stored value is replaced by its default, so that pages still render. */
export const Settings = z.object(
  mapSettings(({ default: value, max }) => z.catch(z._default(z.string().check(charactersUpTo(max)), value), value)),
)
export type Settings = z.infer<typeof Settings>

/** Who writes the site. `links` are profiles on other sites. */
export const Author = z.object({
  name: z.string(),
  bio: z.string(),
  picture: z.nullable(z.extend(Picture, { altText: z.string() })),
  links: z.array(z.string()),
})
export type Author = z.infer<typeof Author>

const authorFields = { authorName: true, authorBio: true, authorImage: true, authorLinks: true } as const

/** On each page as `language`, `dates` and `clock`, which are absent on most sites. */
const regionFields = { language: true, dateStyle: true, clock: true } as const

/** On each page as `withoutSignUp` and `letterRhythm`, which are absent on most sites. */
const signUpFields = { newsletterAfterArticles: true, newsletterInFooter: true, newsletterRhythm: true } as const

/** Only the pages that state these facts carry them. */
const factFields = maskOf(settingsSections.facts.fields)
/** The clean-up reads it. */
const retentionFields = maskOf(settingsSections.retention.fields)
/** The server renders the words that follow from them. */
const labelFields = maskOf(settingsSections.labels.fields)

function maskOf<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, true])) as { [Key in keyof Fields]: true }
}

/** The settings that a page may carry. */
export const PageSettings = z.omit(Settings, {
  ...authorFields,
  ...signUpFields,
  ...factFields,
  ...labelFields,
  ...retentionFields,
  ...regionFields,
})

/** The settings with data that the server adds; part of every page. */
export const Site = z.extend(PageSettings, {
  /** The absolute base URL of the site, without a trailing slash. */
  origin: z.string(),
  appearance: StoredAppearance,
  logoPicture: z.nullable(Picture),
  darkLogoPicture: z.nullable(Picture),
  heroPicture: z.nullable(Picture),
  aboutPicture: z.nullable(z.extend(Picture, { altText: z.string() })),
  /** Places where the owner has switched the form of the newsletter off; absent for none. */
  withoutSignUp: z.optional(z.array(z.enum(['post', 'footer']))),
  /** The word behind affiliate links; absent for none. */
  linkLabel: z.optional(z.string()),
  /** The sentence before lists with affiliate links, and the words of its link; absent for the default ones. */
  linkNote: z.optional(z.object({ text: z.string(), how: z.string() })),
  /** How often newsletters come, if not as by default. */
  letterRhythm: z.optional(z.string()),
  /** The language of the owner's texts and of dates, as a BCP 47 tag; absent for English. */
  language: z.optional(z.string()),
  /** How days are written; absent for `March 3, 2026`. */
  dates: z.optional(z.object({ pattern: z.string(), months: z.array(z.string()) })),
  /** Absent for a clock of 12 hours. */
  clock: z.optional(z.literal('24')),
  /** Absent without a name. */
  author: z.optional(Author),
  /** Meta tags of the home page by which services recognise the site; absent for none. */
  verificationTags: z.optional(z.array(z.object({ name: z.string(), content: z.string() }))),
  /** Username and password of the demo account while its password is unchanged. */
  demoAccount: z.nullable(z.object({ username: z.string(), password: z.string() })),
  /** The links of the header and the footer; absent where they are the default ones. */
  menus: z.optional(SiteMenus),
  /** Kinds of content besides articles and products that readers can explore; absent for none. */
  explore: z.optional(z.array(z.enum(explored))),
  /** Slugs of the built-in pages whose text the owner has replaced; absent without any. */
  editedPages: z.optional(z.array(z.string())),
  /** Absent without an imprint. */
  hasImprint: z.optional(z.literal(true)),
  /** The sentences that affiliate programs require on each page; absent without any. */
  programDisclosures: z.optional(z.array(z.string())),
})
export type Site = z.infer<typeof Site>

export const findSite = publicRead('/site', {
  summary: 'Settings of the site',
  // A write to a target of the menus purges `settings` where it changes them; category names are on every page anyway.
  dependsOn: ['settings', 'images', 'users', 'categories'],
  cacheable: true,
  responses: { 200: json('The settings', Site) },
})

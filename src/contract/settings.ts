import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { currencyFault } from './prices.ts'
import { Settings } from './site.ts'
import { emailAddress, line, noNul, paragraph, sentence } from './text-fields.ts'

/** An address on the web, or nothing. */
function webAddress() {
  return z.string({ error: 'Required' }).check(
    z.trim(),
    z.maxLength(300, 'Please keep this under 300 characters'),
    z.refine((text) => text === '' || isWebAddress(text), 'Please enter an address that begins with https://'),
    noNul(),
  )
}

/** An image of the media library or, where that is allowed, of another site, or nothing. */
function imageAddress({ isElsewhere = true } = {}) {
  return z.string({ error: 'Required' }).check(
    z.trim(),
    z.maxLength(300, 'Please keep this under 300 characters'),
    z.refine(
      (text) => text === '' || isLibraryAddress(text) || (isElsewhere && isWebAddress(text)),
      'Please choose an image of the media library',
    ),
    noNul(),
  )
}

function isLibraryAddress(text: string): boolean {
  return /^\/media\/[\w-]+\/\d+\.(?:jpg|webp|avif)$/.test(text)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** What the owner sends to change settings: any of them, each checked. */
export const SettingsInput = z.strictObject({
  brand: z.optional(line(1, 60, 'Please give the site a name')),
  tagline: z.optional(line(0, 200, 'Required')),
  description: z.optional(paragraph(0, 300, 'Required')),
  logo: z.optional(imageAddress({ isElsewhere: false })),
  heroTitle: z.optional(line(1, 120, 'Please write a headline')),
  heroText: z.optional(paragraph(0, 300, 'Required')),
  heroImage: z.optional(imageAddress()),
  categoriesHeading: z.optional(line(1, 80, 'Please write a heading')),
  postsHeading: z.optional(line(1, 80, 'Please write a heading')),
  featuredHeading: z.optional(line(1, 80, 'Please write a heading')),
  productsHeading: z.optional(line(1, 80, 'Please write a heading')),
  shopHeading: z.optional(line(1, 80, 'Please write a heading')),
  aboutText: z.optional(paragraph(0, 10_000, 'Required')),
  aboutImage: z.optional(imageAddress()),
  cardBadge: z.optional(line(0, 40, 'Required')),
  disclosure: z.optional(
    paragraph(10, 600, 'Please say that the links earn a commission: readers, and the law, expect it'),
  ),
  email: z.optional(z.union([z.literal(''), emailAddress()], 'Please enter a valid email address')),
  location: z.optional(line(0, 120, 'Required')),
  pinterest: z.optional(webAddress()),
  instagram: z.optional(webAddress()),
  x: z.optional(webAddress()),
  facebook: z.optional(webAddress()),
  youtube: z.optional(webAddress()),
  tiktok: z.optional(webAddress()),
  timeZone: z.optional(
    z
      .string({ error: 'Required' })
      .check(z.refine((zone) => isTimeZone(zone), 'Please choose a time zone of the list')),
  ),
  currency: z.optional(z.string({ error: 'Required' }).check(sentence(currencyFault))),
})
export type SettingsInput = z.infer<typeof SettingsInput>

/** Names of the time zone database, and UTC, which lists of zones leave out. */
function isTimeZone(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
}

/** The settings as the owner edits them; `version` counts their changes and is the ETag that `If-Match` names. */
export const EditableSettings = z.object({ settings: Settings, defaults: Settings, version: z.number() })
export type EditableSettings = z.infer<typeof EditableSettings>

/** What a change of older settings is answered with (409): the settings as they stand now. */
export const SettingsConflict = z.object({ message: z.string(), current: EditableSettings })
export type SettingsConflict = z.infer<typeof SettingsConflict>

export const findSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'owner',
  summary: 'The settings to edit, with their defaults and their version',
  versioned: true,
  responses: { 200: json('The settings', EditableSettings) },
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  access: 'owner',
  summary: 'Change any of the settings; with `If-Match`, only if they are still of that version',
  body: SettingsInput,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  audit: 'Changed settings: …',
  responses: {
    200: json('The settings after the change', EditableSettings),
    409: json('They were changed since that version; `current` is their present state', SettingsConflict),
  },
})

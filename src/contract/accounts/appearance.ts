import * as z from 'zod/mini'
import { file, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { charactersUpTo, typed } from '../platform/text-fields.ts'
import { isOwnPath, mediaKey } from '../platform/urls.ts'
import { type PaletteName, paletteNames } from './palettes.ts'
import { type CornerStyle, cornerStyles } from './theme.ts'
import { type TypePairingName, typePairingNames } from './type-pairings.ts'

/** How the site themes: stored as JSON under one key of the settings, except the logo, which is a setting of its own. */

const URL_MAX = 300
const cornerNames = Object.keys(cornerStyles) as CornerStyle[]

const Palette = z.enum(paletteNames as [PaletteName, ...PaletteName[]], 'Please choose a palette of the list')
const Type = z.enum(typePairingNames as [TypePairingName, ...TypePairingName[]], 'Please choose fonts of the list')
const Corners = z.enum(cornerNames as [CornerStyle, ...CornerStyle[]], 'Please choose a corner style of the list')
const Accent = z
  .string({ error: 'Required' })
  .check(typed(), z.toLowerCase(), z.regex(/^(?:#[0-9a-f]{6})?$/, 'Please enter a colour such as #d4a373'))
const LibraryImage = z.string({ error: 'Required' }).check(
  typed(),
  z.refine((text) => text === '' || mediaKey(text) !== undefined, 'Please choose an image of the media library'),
  charactersUpTo(URL_MAX),
)

const isOn = z.boolean({ error: 'Required' })

/** The stored appearance. An invalid stored value is replaced by its default, so that pages still render. */
export const StoredAppearance = z.object({
  palette: z.catch(z._default(Palette, 'honey'), 'honey'),
  type: z.catch(z._default(Type, 'editorial'), 'editorial'),
  /** The palette's own if empty. */
  accent: z.catch(z._default(Accent, ''), ''),
  corners: z.catch(z._default(Corners, 'round'), 'round'),
  /** Dark colours where the reader's system is dark. */
  dark: z.catch(z._default(isOn, false), false),
  darkLogo: z.catch(z._default(LibraryImage, ''), ''),
  favicon: z.catch(z._default(LibraryImage, ''), ''),
  shareImage: z.catch(z._default(LibraryImage, ''), ''),
})
export type StoredAppearance = z.infer<typeof StoredAppearance>

export const AppearanceInput = z.strictObject({
  palette: Palette,
  type: Type,
  accent: Accent,
  corners: Corners,
  dark: isOn,
  logo: LibraryImage,
  darkLogo: LibraryImage,
  favicon: LibraryImage,
  shareImage: LibraryImage,
})
export type AppearanceInput = z.infer<typeof AppearanceInput>

/** `version` counts the changes and is the ETag for `If-Match`. */
export const EditableAppearance = z.object({ appearance: AppearanceInput, version: z.number() })
export type EditableAppearance = z.infer<typeof EditableAppearance>

/** The 409 for a change based on an older version, with the current appearance. */
export const AppearanceConflict = z.object({ message: z.string(), current: EditableAppearance })
export type AppearanceConflict = z.infer<typeof AppearanceConflict>

/** A theme that is tried out. */
export const ThemeQuery = z.object({
  palette: Palette,
  type: Type,
  accent: Accent,
  corners: Corners,
  /** Absent: as the reader's system is, if `dark` is on. */
  scheme: z.optional(z.enum(['light', 'dark'])),
})
export type ThemeQuery = z.infer<typeof ThemeQuery>

export const PreviewQuery = z.extend(ThemeQuery, {
  /** The path of the page, with its query. */
  path: z.string().check(charactersUpTo(500), z.refine(isOwnPath, 'Please enter a path of the site')),
})

export const findAppearance = ownerRead('/appearance', {
  summary: 'The appearance to edit, with its version',
  versioned: true,
  responses: { 200: json('The appearance', EditableAppearance) },
})

export const saveAppearance = ownerWrite('PUT', '/appearance', {
  summary: 'Change the appearance; with `If-Match`, only if it is still of that version',
  body: AppearanceInput,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  softPurge: true,
  audit: 'Changed the appearance',
  responses: {
    200: json('The appearance after the change', EditableAppearance),
    409: json('It was changed since that version; `current` is its present state', AppearanceConflict),
  },
})

export const previewPage = ownerRead('/appearance/preview', {
  summary: 'A page of the site in a look that is not saved, without scripts, for a frame of the admin',
  query: PreviewQuery,
  notFound: 'Page not found',
  responses: { 200: file('The page', 'text/html') },
})

export const previewStylesheet = ownerRead('/appearance/stylesheet', {
  summary: 'The style sheet of a look that is not saved',
  query: ThemeQuery,
  responses: { 200: file('The style sheet', 'text/css') },
})

export const findAdminColours = publicRead('/appearance/admin.css', {
  summary: 'The dark colours of the admin in the palette of the site, for owners whose system is dark',
  dependsOn: ['settings'],
  cacheable: true,
  responses: { 200: file('The style sheet', 'text/css') },
})

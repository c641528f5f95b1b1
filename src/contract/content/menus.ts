import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { TERM_MAX } from '../platform/limits.ts'
import { charactersUpTo, line, noNul, typed, wellFormed } from '../platform/text-fields.ts'
import { trimTyped } from '../platform/typed-text.ts'
import { isOwnPath, isWebUrl } from '../platform/urls.ts'
import { defaultMenuLinks, type MenuLink } from './default-menus.ts'

const LABEL_MAX = 40
const ADDRESS_MAX = 500

const id = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** Where an entry leads. What has an id or a name is followed when its address changes, and not drawn while it is gone. */
export const MenuTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), id }),
  z.object({ kind: z.literal('post'), id }),
  z.object({ kind: z.literal('category'), id }),
  z.object({
    kind: z.literal('shop-category'),
    name: z.string().check(typed(), z.minLength(1), charactersUpTo(200), noNul()),
  }),
  z.object({
    kind: z.literal('address'),
    href: z.string({ error: 'Please enter an address' }).check(
      z.overwrite(trimTyped),
      z.minLength(1, 'Please enter an address'),
      charactersUpTo(ADDRESS_MAX),
      wellFormed(),
      z.refine(
        (text) => text === '' || isOwnPath(text) || isWebUrl(text),
        'Please enter an address that begins with https:// or, on this site, with /',
      ),
    ),
  }),
])
export type MenuTarget = z.infer<typeof MenuTarget>

export const MenuEntry = z.object({
  label: line(1, LABEL_MAX, 'Please give the entry a name'),
  target: MenuTarget,
  isHidden: z._default(z.boolean(), false),
})
export type MenuEntry = z.infer<typeof MenuEntry>

const entries = (max: number) =>
  z.array(MenuEntry).check(z.maxLength(max, `Please keep this menu to ${max} entries at most`))

/** The menus as the owner edits them. */
export const Menus = z.object({
  header: entries(12),
  quickLinks: entries(20),
  legal: entries(10),
  /** Whether the footer lists the categories. */
  showsCategories: z.boolean(),
})
export type Menus = z.infer<typeof Menus>

const toEntry = ({ href, label }: MenuLink): MenuEntry => ({
  label,
  target: { kind: 'address', href },
  isHidden: false,
})

/** The specification's menus. */
export const defaultMenus: Menus = {
  header: defaultMenuLinks.header.map(toEntry),
  quickLinks: defaultMenuLinks.quickLinks.map(toEntry),
  legal: defaultMenuLinks.legal.map(toEntry),
  showsCategories: defaultMenuLinks.showsCategories,
}

/** Tells targets apart, for example `page:7`. */
export function targetKey(target: MenuTarget): string {
  if (target.kind === 'address') return `address:${target.href}`
  return target.kind === 'shop-category' ? `shop-category:${target.name}` : `${target.kind}:${target.id}`
}

/** Something that an entry may lead to, with its name and its present address. */
export const MenuDestination = z.object({ target: MenuTarget, name: z.string(), href: z.string() })
export type MenuDestination = z.infer<typeof MenuDestination>

const Link = z.object({ href: z.string(), label: z.string() })

/** Those parts of the links that pages draw which differ from `defaultMenuLinks`. */
export const SiteMenus = z.partial(
  z.object({
    header: z.array(Link),
    quickLinks: z.array(Link),
    legal: z.array(Link),
    showsCategories: z.boolean(),
    isLong: z.boolean(),
  }),
)

/** `destinations` holds those targets of the menus that visitors can reach now. */
export const EditableMenus = z.object({
  menus: Menus,
  destinations: z.array(MenuDestination),
  version: z.number(),
})
export type EditableMenus = z.infer<typeof EditableMenus>

/** The 409 for a change based on an older version, with the current menus. */
const MenusConflict = z.object({ message: z.string(), current: EditableMenus })

export const findMenus = ownerRead('/menus', {
  summary: 'The menus of the header and the footer to edit, with their version',
  versioned: true,
  responses: { 200: json('The menus', EditableMenus) },
})

export const listMenuDestinations = ownerRead('/menus/destinations', {
  summary: 'Published pages and posts, categories and shop categories whose name contains a text, a few of each',
  query: z.object({ q: z.optional(z.string().check(typed(), charactersUpTo(TERM_MAX), noNul())) }),
  responses: { 200: json('The destinations', z.array(MenuDestination)) },
})

export const saveMenus = ownerWrite('PUT', '/menus', {
  summary: 'Replace the menus; with `If-Match`, only if they are still of that version',
  body: Menus,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  audit: 'Changed the menus',
  responses: {
    200: json('The menus after the change', EditableMenus),
    409: json('They were changed since that version; `current` is their present state', MenusConflict),
  },
})

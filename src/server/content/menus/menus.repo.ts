import { isDeepStrictEqual } from 'node:util'
import {
  type ChangedMenuLinks,
  defaultMenuLinks,
  type MenuLink,
  type MenuLinks,
} from '../../../contract/content/default-menus.ts'
import {
  defaultMenus,
  type EditableMenus,
  MenuEntry,
  Menus,
  type MenuTarget,
  targetKey,
} from '../../../contract/content/menus.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hasActiveRoutines } from '../routines/routines.repo.ts'
import { findDestinations } from './destinations.repo.ts'

/** The row of the settings that holds the menus. */
export const MENUS_KEY = '#menus'

/** Pages that have nothing to show without routines. */
const routinePaths = ['/routines', '/routines/build']

export async function readEditableMenus(db: Db, now: string): Promise<EditableMenus> {
  const { menus, version } = await readMenus(db)
  return { menus, version, destinations: await findDestinations(db, targetsOf(menus), now) }
}

/** Replaces the menus and returns the new version; undefined if `version` is outdated, then roll the transaction back. */
export function saveMenus(db: Db, menus: Menus, now: string, version?: number): Promise<number | undefined> {
  return saveStored(db, { key: MENUS_KEY, value: menus, now, version })
}

/**
 * The links that pages draw: without hidden entries, without those whose target is gone, without the about page where it
 * has no text, and without the list of routines where there are none; with the imprint. Only the parts that differ from the default ones; undefined if none does.
 */
export async function readMenuLinks(
  db: Db,
  { now, hasAboutText, hasImprint }: { now: string; hasAboutText: boolean; hasImprint: boolean },
): Promise<ChangedMenuLinks | undefined> {
  const { menus } = await readMenus(db)
  const destinations = new Map(
    (await findDestinations(db, targetsOf(menus), now)).map((found) => [targetKey(found.target), found.href]),
  )
  const leadsToRoutines = (target: MenuTarget) => target.kind === 'address' && routinePaths.includes(target.href)
  const isEmpty = targetsOf(menus).some(leadsToRoutines) && !(await hasActiveRoutines(db))
  const toLinks = (entries: MenuEntry[]) =>
    withoutRepeats(
      entries.flatMap(({ label, target, isHidden }) => {
        const href = target.kind === 'address' ? target.href : destinations.get(targetKey(target))
        const hasContent = (hasAboutText || href !== '/about') && !(isEmpty && leadsToRoutines(target))
        const isDrawn = !isHidden && href !== undefined && hasContent
        return isDrawn ? [{ href, label }] : []
      }),
    )
  const header = toLinks(menus.header)
  const links: MenuLinks = {
    header,
    quickLinks: toLinks(menus.quickLinks),
    legal: hasImprint ? withImprint(toLinks(menus.legal)) : toLinks(menus.legal),
    showsCategories: menus.showsCategories,
    ...(needsOwnRow(header) ? { isLong: true } : {}),
  }
  return changedParts(links)
}

function changedParts(links: MenuLinks): ChangedMenuLinks | undefined {
  const isChanged = (part: string) =>
    !isDeepStrictEqual(links[part as keyof MenuLinks], defaultMenuLinks[part as keyof MenuLinks])
  const changed = Object.entries(links).filter(([part]) => isChanged(part))
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** The law wants a link to it on every page, wherever the owner has put one. */
function withImprint(links: MenuLink[]): MenuLink[] {
  const href = '/imprint'
  return links.some((link) => link.href === href) ? links : [...links, { href, label: 'Imprint' }]
}

/** Pixels that the entries take in one row next to the logo and the search box, at most. */
const ROW_MAX = 460

/** Whether the header's entries need a row of their own, estimated from their labels. */
function needsOwnRow(links: MenuLink[]): boolean {
  return links.reduce((width, { label }) => width + 26 + 8 * label.length, 0) > ROW_MAX
}

/** Leads entries to other targets, for example when two categories become one; keeps the others as they are. */
export async function retargetMenus(db: Db, change: (target: MenuTarget) => MenuTarget, now: string): Promise<void> {
  const { menus } = await readMenus(db)
  const toOthers = (entries: MenuEntry[]) => entries.map((entry) => ({ ...entry, target: change(entry.target) }))
  const changed = {
    ...menus,
    header: toOthers(menus.header),
    quickLinks: toOthers(menus.quickLinks),
    legal: toOthers(menus.legal),
  }
  if (!isDeepStrictEqual(changed, menus)) await saveMenus(db, changed, now)
}

/** A stored entry that is invalid is left out, and any other invalid value counts as none, so that pages still render. */
async function readMenus(db: Db): Promise<{ menus: Menus; version: number }> {
  const { value, version } = await readStored(db, MENUS_KEY)
  const parsed = Menus.safeParse(withoutInvalidEntries(value))
  return { menus: parsed.success ? parsed.data : defaultMenus, version }
}

function withoutInvalidEntries(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isValid = (entry: unknown) => MenuEntry.safeParse(entry).success
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part.filter(isValid) : part]),
  )
}

function targetsOf({ header, quickLinks, legal }: Menus): MenuTarget[] {
  return [...header, ...quickLinks, ...legal].map(({ target }) => target)
}

function withoutRepeats(links: MenuLink[]): MenuLink[] {
  return links.filter(
    ({ href, label }, index) => links.findIndex((other) => other.href === href && other.label === label) === index,
  )
}

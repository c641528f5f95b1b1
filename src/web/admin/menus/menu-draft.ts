import {
  type EditableMenus,
  type MenuDestination,
  type MenuEntry,
  Menus,
  targetKey,
} from '../../../contract/content/menus.ts'

export type MenuName = 'header' | 'quickLinks' | 'legal'

/** An entry while it is edited; `key` stays the same while it moves. */
export type DraftEntry = MenuEntry & { key: number }

export type MenusDraft = Record<MenuName, DraftEntry[]> & { showsCategories: boolean }

let lastKey = 0

export function toDraftEntry(entry: MenuEntry): DraftEntry {
  lastKey += 1
  return { ...entry, key: lastKey }
}

export function toDraft({ header, quickLinks, legal, showsCategories }: Menus): MenusDraft {
  return {
    header: header.map(toDraftEntry),
    quickLinks: quickLinks.map(toDraftEntry),
    legal: legal.map(toDraftEntry),
    showsCategories,
  }
}

export function toMenus({ header, quickLinks, legal, showsCategories }: MenusDraft): Menus {
  const plain = (entries: DraftEntry[]) => entries.map(({ key: _key, ...entry }) => entry)
  return { header: plain(header), quickLinks: plain(quickLinks), legal: plain(legal), showsCategories }
}

/** The sentences of the contract by place, such as `header.2.label`. */
export function faultsOf(menus: Menus): Record<string, string> {
  const parsed = Menus.safeParse(menus)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

/** Where an entry leads: the address, or undefined if its target is gone. */
export function hrefOf({ target }: MenuEntry, destinations: ReadonlyMap<string, MenuDestination>): string | undefined {
  return target.kind === 'address' ? target.href : destinations.get(targetKey(target))?.href
}

export function byTarget(destinations: EditableMenus['destinations']): Map<string, MenuDestination> {
  return new Map(destinations.map((each) => [targetKey(each.target), each]))
}

/** Moves an item of a list to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

import type { SourceRecord } from '../source-records.ts'
import type { WxrItem } from './wxr-item.ts'

/** Entries of one menu at most. */
const ENTRIES_MAX = 200
const MENUS_MAX = 50

type Entry = { label: string; address: string; order: number; isNested: boolean }

/** The menus of one export, whose entries are items of their own. */
export type WxrMenus = {
  /** Notes the title of a text or a category, which entries without a label have. */
  addTitle(address: string, title: string): void
  /** False for an entry that no menu shows, or that leads to nothing that is imported. */
  addEntry(item: WxrItem, label: string): boolean
  records(): SourceRecord[]
}

export function collectMenus(): WxrMenus {
  const titles = new Map<string, string>()
  const menus = new Map<string, { name: string; entries: Entry[] }>()
  return {
    addTitle: (address, title) => titles.set(address, title),
    addEntry({ fields, meta, terms }, label) {
      const menu = terms.find(({ domain }) => domain === 'nav_menu')
      const address = addressOf(meta)
      if (!menu || !address || fields.get('wp:status') !== 'publish') return false
      const found = menus.get(menu.slug) ?? { name: menu.name, entries: [] }
      if (found.entries.length >= ENTRIES_MAX || (menus.size >= MENUS_MAX && !menus.has(menu.slug))) return false
      menus.set(menu.slug, found)
      const parent = meta.get('_menu_item_menu_item_parent')?.[0]?.trim() || '0'
      const order = Number(fields.get('wp:menu_order')) || 0
      found.entries.push({ label, address, order, isNested: parent !== '0' })
      return true
    },
    records: () =>
      [...menus].map(([id, { name, entries }]) => ({
        type: 'menu',
        id,
        name,
        entries: entries
          .filter(({ isNested }) => !isNested)
          .sort((one, other) => one.order - other.order)
          .map(({ label, address }) => ({ label: label || titles.get(address) || '', address })),
        nested: entries.filter(({ isNested }) => isNested).length,
      })),
  }
}

/** A path of the old site, or a URL; undefined for an entry that leads to nothing that is imported. */
function addressOf(meta: Map<string, string[]>): string | undefined {
  const field = (name: string) => meta.get(`_menu_item_${name}`)?.[0]?.trim() ?? ''
  const [type, id] = [field('type'), field('object_id')]
  if (type === 'custom') return field('url') || undefined
  if (type === 'post_type') return `/?p=${id}`
  if (type === 'taxonomy' && field('object') === 'category') return `/?cat=${id}`
  return undefined
}

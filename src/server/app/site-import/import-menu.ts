import { isDeepStrictEqual } from 'node:util'
import { MenuEntry, type Menus, type MenuTarget } from '../../../contract/content/menus.ts'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { readEditableMenus, saveMenus } from '../../content/menus/menus.repo.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { OldSite } from './old-site.ts'
import { claimItem, type ImportItem, recordOutcome, walkItems } from './site-imports.repo.ts'
import type { SourceMenu } from './source-records.ts'

/** Entries of the header's menu at most. */
const ENTRIES_MAX = 12
const LABEL_MAX = 40

/** Replaces the menu of the header by the chosen one of the old site, whose `menu` is the slug; the others are left out. */
export async function importMenu(
  db: Db,
  { importId, site, menu, now }: { importId: number; site: OldSite; menu: string; now: string },
): Promise<void> {
  for await (const item of walkItems(db, importId, 'menu', 'waiting'))
    if (item.record.id === menu) await replaceHeader(db, item, { importId, site, now })
    else await recordOutcome(db, item.id, { state: 'left-out' })
}

async function replaceHeader(
  db: Db,
  { id, record }: ImportItem<'menu'>,
  { importId, site, now }: { importId: number; site: OldSite; now: string },
): Promise<void> {
  const { entries: header, notes } = await toEntries(db, record, { importId, site })
  if (header.length === 0)
    return recordOutcome(db, id, { state: 'failed', notes: [...notes, 'It has no entries left.'] })
  await db.transaction().execute(async (transaction) => {
    if (!(await claimItem(transaction, id))) return
    const { menus } = await readEditableMenus(transaction, now)
    await saveMenus(transaction, { ...menus, header }, now)
    const replaced = { before: menus.header, after: header } satisfies ReplacedHeader
    await recordOutcome(transaction, id, { state: 'done', target: '/', replaced, notes })
  })
}

async function toEntries(db: Db, { entries, nested }: SourceMenu, within: { importId: number; site: OldSite }) {
  const notes: string[] = []
  const found: MenuEntry[] = []
  for (const { label, address } of entries) {
    const target = await targetOf(db, address, within)
    const entry = target && MenuEntry.safeParse({ label: label.slice(0, LABEL_MAX).toWellFormed(), target })
    if (!label) notes.push('An entry without a name was left out.')
    else if (!entry?.success) notes.push(`The entry “${label}” leads to nothing here and was left out.`)
    else if (found.length === ENTRIES_MAX) notes.push(`The entry “${label}” is one too many and was left out.`)
    else found.push(entry.data)
  }
  if (nested > 0) notes.push('Entries below other entries were left out.')
  return { entries: found, notes }
}

async function targetOf(
  db: Db,
  address: string,
  { importId, site }: { importId: number; site: OldSite },
): Promise<MenuTarget | undefined> {
  const path = site.findLink({ url: address })
  if (!path) {
    if (site.isOwn(address)) return isHome(address) ? { kind: 'address', href: '/' } : undefined
    return isWebUrl(address) ? { kind: 'address', href: address } : undefined
  }
  const row = await db
    .selectFrom('site_import_items')
    .select(['type', 'ref_id'])
    .where('import_id', '=', importId)
    .where('target', '=', path)
    .where('type', 'in', ['text', 'category'])
    .where('ref_id', 'is not', null)
    .executeTakeFirst()
  if (!row) return { kind: 'address', href: path }
  const kind = row.type === 'category' ? 'category' : path.startsWith('/blog/') ? 'post' : 'page'
  return { kind, id: row.ref_id! }
}

const isHome = (address: string) => new URL(address, 'https://old.invalid').pathname === '/' && !address.includes('?')

/** Both as in `Menus`. */
type ReplacedHeader = { before: Menus['header']; after: Menus['header'] }

/** Gives the header its former menu back, unless the menu was edited since. */
export async function restoreHeader(
  db: Db,
  { id, replaced }: Pick<Row<'site_import_items'>, 'id' | 'replaced'>,
  now: string,
): Promise<void> {
  const { before, after } = JSON.parse(replaced!) as ReplacedHeader
  const { menus } = await readEditableMenus(db, now)
  if (!isDeepStrictEqual(menus.header, after))
    return recordOutcome(db, id, { state: 'kept', notes: ['The menu was edited here since, and stays as it is.'] })
  await saveMenus(db, { ...menus, header: before }, now)
  await recordOutcome(db, id, { state: 'undone' })
}

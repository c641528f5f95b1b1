import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { missingFacts } from '../../../contract/accounts/legal-facts.ts'
import { type Verification, verificationTagsOf } from '../../../contract/accounts/verification.ts'
import {
  OVERVIEW_DAYS,
  OVERVIEW_WEEK,
  type Overview,
  type OverviewDismissal,
  type Period,
  type UsedTabs,
} from '../../../contract/app/overview.ts'
import { type DayRange, daysBefore, lastDays } from '../../../contract/platform/days.ts'
import { toAmount } from '../../../contract/shop/money.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { readVerification } from '../../accounts/settings/verification.repo.ts'
import { contactList, countUnreadContacts } from '../../audience/contacts/contacts.repo.ts'
import { ownerPosts } from '../../content/posts/owner-posts.repo.ts'
import { listEditedPages } from '../../content/posts/pages.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { firstRow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listSiteDays } from '../../shop/analytics/reports.repo.ts'
import { hasDemoRows } from '../demo/demo-rows.repo.ts'

type Part<Name extends keyof Overview> = NonNullable<Overview[Name]>

/** Drafts that are shown by name. */
const LATEST = 3

export async function readDrafts(db: Db, now: string): Promise<Part<'drafts'>> {
  const { items, total } = await ownerPosts.page(db, { now, status: 'draft', sort: 'updatedAt', limit: LATEST })
  return { count: total, latest: items.map(({ id, title, updatedAt }) => ({ id, title, updatedAt })) }
}

export async function readScheduled(db: Db, now: string): Promise<Part<'scheduled'>> {
  const query = { now, status: 'scheduled', sort: 'publishedAt', direction: 'asc', limit: 1 } as const
  const { items, total } = await ownerPosts.page(db, query)
  const next = items.map(({ id, title, publishedAt }) => ({ id, title, publishedAt: publishedAt ?? now }))[0]
  return { count: total, next: next ?? null }
}

export async function readMessages(db: Db): Promise<Part<'messages'>> {
  const spam = await contactList.page(db, { folder: 'spam', limit: 1 })
  return { unread: await countUnreadContacts(db), spam: spam.total }
}

export async function readSubscribers(db: Db, since: string): Promise<Part<'subscribers'>> {
  const counts = sql<Record<keyof Part<'subscribers'>, number | string>>`
    select count(case when is_active = ${true} then 1 end) as active,
      count(case when is_active = ${true} and created_at >= ${since} then 1 end) as joined,
      count(case when is_active = ${false} and unsubscribed_at >= ${since} then 1 end) as "left"
    from subscribers where deleted_at is null`
  const { active, joined, left } = await firstRow(db, counts)
  return { active: Number(active), joined: Number(joined), left: Number(left) }
}

/** Clicks from the sums of days, earnings of the ledger. */
export async function readSales(db: Db, today: string, currency: string): Promise<Part<'sales'>> {
  const [month, week] = [lastDays(OVERVIEW_DAYS, today), lastDays(OVERVIEW_WEEK, today)]
  const days = await listSiteDays(db, { startDate: daysBefore(month).startDate, endDate: today, currency })
  const daysOf = ({ startDate, endDate }: DayRange) => days.filter(({ date }) => date >= startDate && date <= endDate)
  const sumOf = (range: DayRange) => {
    const sum = { clicks: 0, revenueMinor: 0 }
    for (const { clicks, revenueMinor } of daysOf(range)) {
      sum.clicks += clicks
      sum.revenueMinor += revenueMinor
    }
    return { clicks: sum.clicks, revenue: toAmount(Math.round(sum.revenueMinor), currency) }
  }
  const periodOf = (range: DayRange): Period => {
    const before = sumOf(daysBefore(range))
    return { ...sumOf(range), clicksBefore: before.clicks, revenueBefore: before.revenue }
  }
  return {
    days: daysOf(month).map(({ date, clicks, revenueMinor }) => ({
      date,
      clicks,
      revenue: toAmount(Math.round(revenueMinor), currency),
    })),
    week: periodOf(week),
    month: periodOf(month),
  }
}

type PicturesElsewhere = Part<'health'>['picturesElsewhere']

/** In milliseconds: how long a result counts at most, in case that a clock was set back before a change. */
const REMEMBERED_MS = 10 * 60 * 1000

/**
 * Reads the pictures elsewhere again after a change of posts, pages and products only: the texts of thousands of posts
 * take longer to search than everything else of the overview.
 */
export function rememberPicturesElsewhere(origin: string): (db: Db, now: string) => Promise<PicturesElsewhere> {
  let last: { stamp: string; at: number; found: Promise<PicturesElsewhere> } | undefined
  return async (db, now) => {
    const [stamp, at] = [await contentStamp(db), Date.parse(now)]
    if (last?.stamp !== stamp || Math.abs(at - last.at) > REMEMBERED_MS) {
      const found = readPicturesElsewhere(db, origin)
      last = { stamp, at, found }
      // The next request tries again.
      found.catch(() => {
        if (last?.found === found) last = undefined
      })
    }
    return last.found
  }
}

/** Differs after every change of posts, pages and products. Read from covering indexes. */
async function contentStamp(db: Db): Promise<string> {
  const { rows } = await sql`
    select count(*) as count, max(id) as latest, max(updated_at) as changed, count(published_at) as public from posts where deleted_at is null
    union all
    select count(*), max(id), max(updated_at), count(case when is_active = ${true} then 1 end)
      from products where deleted_at is null`.execute(db)
  return JSON.stringify(rows)
}

/** Posts, pages and products whose pictures another site may remove. */
async function readPicturesElsewhere(db: Db, origin: string): Promise<PicturesElsewhere> {
  const own = `${origin}/`
  const isElsewhere = (url: RawBuilder<unknown>) =>
    sql<SqlBool>`((${url} like 'http%' or ${url} like '//%') and substr(${url}, 1, ${own.length}) <> ${own})`
  const hasElsewhere = (text: RawBuilder<unknown>) =>
    sql<SqlBool>`(${text} like '%src="http%' or ${text} like '%src="//%')`
  // Without the addresses of this site, since a text may have pictures of both kinds.
  const others = sql`replace(posts.content, ${`src="${own}`}, '')`
  const inText = sql<SqlBool>`(${hasElsewhere(sql`posts.content`)} and ${hasElsewhere(others)})`
  const [latest, { count }] = await Promise.all([
    db
      .selectFrom('posts')
      .select(['id', 'title', sql<number | string>`count(*) over ()`.as('count')])
      .where('kind', 'in', ['post', 'page'])
      .where('deleted_at', 'is', null)
      .where('published_at', 'is not', null)
      .where(sql<SqlBool>`(${isElsewhere(sql`posts.cover_image`)} or ${inText})`)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('products')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('deleted_at', 'is', null)
      .where('is_active', '=', true)
      .where(isElsewhere(sql`products.image_url`))
      .executeTakeFirstOrThrow(),
  ])
  return {
    posts: Number(latest?.count ?? 0),
    products: Number(count),
    latest: latest ? { id: latest.id, title: latest.title } : null,
  }
}

export async function readUsedTabs(db: Db): Promise<UsedTabs> {
  const used = sql<Record<keyof UsedTabs, number>>`
    select (select count(*) from (select id from ingredients where deleted_at is null limit 1) one) as ingredients,
      (select count(*) from (select id from routines where deleted_at is null limit 1) one) as routines,
      (select count(*) from (select id from programs limit 1) one) as programs`
  const { ingredients, routines, programs } = await firstRow(db, used)
  return { ingredients: Number(ingredients) > 0, routines: Number(routines) > 0, programs: Number(programs) > 0 }
}

/** The row of the settings that holds what the owner has ended; not a valid setting key. */
const DISMISSED = '#dismissed'

type Progress = { isMailSetUp: boolean; hasBackup: boolean; isPublic: boolean; now: string }
type Item = NonNullable<Part<'start'>['checklist']>[number]

/**
 * The welcome and the checklist, found in the data. A site that shows the demo is complete, so its list would name steps
 * that are taken on the page; it begins once the demo is removed, and counts what is the owner's.
 */
export async function readStart(db: Db, { isMailSetUp, hasBackup, isPublic, now }: Progress): Promise<Part<'start'>> {
  const dismissed = await readDismissed(db)
  if (dismissed.welcome && dismissed.checklist) return { isWelcome: false, checklist: null }
  const own = await listOwnSettings(db)
  const hasPosts =
    (await db.selectFrom('posts').select('id').where('kind', '=', 'post').limit(1).executeTakeFirst()) !== undefined
  const isWelcome = !dismissed.welcome && !hasPosts && own.size === 0
  if (dismissed.checklist || (await hasDemoRows(db))) return { isWelcome, checklist: null }
  const { settings, defaults } = await readSettings(db)
  const editedPages = await listEditedPages(db, now)
  const statesOwner = missingFacts(settings).length === 0 || editedPages.includes('privacy-policy')
  const hasPinterest = own.has('pinterest') && settings.pinterest !== ''
  const { verification } = await readVerification(db)
  const items: Item[] = [
    { key: 'name', isDone: own.has('brand') && settings.brand !== defaults.brand },
    { key: 'post', isDone: await hasOwn(db, 'posts') },
    { key: 'product', isDone: await hasOwn(db, 'products') },
    { key: 'about', isDone: (own.has('aboutText') && settings.aboutText !== '') || editedPages.includes('about') },
    // The policy of a site that is not public has no readers.
    ...(isPublic ? [{ key: 'facts', isDone: statesOwner } as const] : []),
    { key: 'mail', isDone: isMailSetUp },
    ...(hasPinterest || (await hasOwn(db, 'programs'))
      ? [{ key: 'verification', isDone: isVerified(verification, hasPinterest) } as const]
      : []),
    { key: 'backup', isDone: hasBackup },
  ]
  return { isWelcome, checklist: items.every(({ isDone }) => isDone) ? null : items }
}

/** Pinterest takes a tag or a file; for networks anything that proves the site counts. */
function isVerified(verification: Verification, hasPinterest: boolean): boolean {
  const { pinterest, files } = verification
  if (hasPinterest) return pinterest !== '' || files.some(({ name }) => name.startsWith('pinterest-'))
  return verificationTagsOf(verification).length > 0 || files.length > 0
}

/** Runs in a transaction. */
export async function dismiss(db: Db, change: OverviewDismissal, now: string): Promise<void> {
  await lockTable(db, DISMISSED)
  const row = { value: JSON.stringify({ ...(await readDismissed(db)), ...change }), updated_at: now }
  await db
    .insertInto('settings')
    .values({ key: DISMISSED, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

async function readDismissed(db: Db): Promise<OverviewDismissal> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', DISMISSED).executeTakeFirst()
  return row ? (JSON.parse(row.value) as OverviewDismissal) : {}
}

/** The settings that the owner has changed; those of the demo are not hers. */
async function listOwnSettings(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('settings')
    .select('key')
    .where('key', 'not like', '#%')
    .where('key', 'not in', (eb) =>
      eb.selectFrom('demo_rows').select('row_key').where('table_name', '=', 'settings').where('removed_at', 'is', null),
    )
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** A published post, a product or a program, of a site without the demo. */
async function hasOwn(db: Db, table: 'posts' | 'products' | 'programs'): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${table === 'programs' ? sql`true` : sql`deleted_at is null`}
      ${table === 'posts' ? sql`and kind = 'post' and published_at is not null` : sql``}
    limit 1`.execute(db)
  return rows.length > 0
}

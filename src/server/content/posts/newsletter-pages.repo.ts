import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import { compileTemplate, type MergeValues } from '../../../contract/audience/merge-fields.ts'
import type { NewsletterPage, NewsletterPageSummary } from '../../../contract/audience/newsletter-pages.ts'
import { type Labelled, toPostLabel } from '../../../contract/content/post-labels.ts'
import { readLabelWords } from '../../accounts/settings/label-words.repo.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { cleanHtml } from '../rich-text/clean-html.ts'
import { renderBodies } from '../rich-text/render-body.ts'

/** Newsletters with a page, newest first. */
export const newsletterPages = createRowList({
  table: 'posts',
  matching: (db) => db.selectFrom('posts').where(hasPage),
  sorts: { sentAt: (direction) => [sql`(select started_at from newsletters where post_id = posts.id) ${direction}`] },
  defaultSort: 'sentAt',
  descending: ['sentAt'],
  read: async (db, ids) => {
    const [rows, words] = await Promise.all([pages(db).where('posts.id', 'in', ids).execute(), readLabelWords(db)])
    return rows.map((row) => ({ ...toSummary(row), ...kickerOf(words.kickerOf(labelOf(row))) }))
  },
})

export async function findNewsletterPage(db: Db, slug: string): Promise<NewsletterPage | undefined> {
  const rows = await pages(db).where('posts.slug', '=', slug).execute()
  return (await render(db, rows))[0]
}

/** The newest newsletters as their pages show them. */
export async function listNewestNewsletterPages(db: Db, limit: number): Promise<NewsletterPage[]> {
  const rows = await pages(db)
    .orderBy('newsletters.started_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
  return render(db, rows)
}

export async function hasNewsletterPages(db: Db): Promise<boolean> {
  return (await selectNewsletterPages(db).limit(1).executeTakeFirst()) !== undefined
}

/** Selects ids for a condition with `exists`. */
export function selectNewsletterPages(db: Db) {
  return db.selectFrom('posts').where(hasPage).select('id')
}

/** Slug and date of the newsletters that search engines may list. */
export async function listNewsletterAddresses(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  const rows = await pages(db)
    .where('newsletters.is_indexable', '=', true)
    .orderBy('newsletters.started_at', 'desc')
    .limit(50_000)
    .execute()
  return rows.map(({ slug, started_at }) => ({ slug, updated_at: started_at }))
}

/** The condition of every public read of newsletters: started, with a page, not deleted, and no automatic one. */
const hasPage: RawBuilder<SqlBool> = sql<SqlBool>`(posts.kind = 'newsletter' and posts.deleted_at is null and exists (
  select 1 from newsletters as begun where begun.post_id = posts.id and begun.has_page = ${true}
    and begun.kind in ('newsletter', 'digest') and begun.state in ('sending', 'paused', 'sent', 'cancelled')
    and begun.started_at is not null and begun.sent_content is not null))`

function pages(db: Db) {
  return db
    .selectFrom('posts')
    .innerJoin('newsletters', 'newsletters.post_id', 'posts.id')
    .select([
      ...([
        'posts.id',
        'posts.slug',
        'posts.link_ingredients',
        'newsletters.intro',
        'newsletters.is_indexable',
        'posts.label',
        'posts.label_brand',
        'posts.label_sentence',
      ] as const),
      ...([
        'newsletters.sent_subject',
        'newsletters.sent_preview',
        'newsletters.sent_content',
        'newsletters.started_at',
      ] as const),
    ])
    .where(hasPage)
    .$narrowType<{ started_at: NotNull }>()
}

type PageRow = Awaited<ReturnType<ReturnType<typeof pages>['executeTakeFirstOrThrow']>>

function toSummary(row: PageRow): NewsletterPageSummary {
  const values = valuesOf(row.slug)
  return {
    id: row.id,
    slug: row.slug,
    title: compileTemplate(row.sent_subject ?? '', 'subject')(values),
    excerpt: compileTemplate(row.sent_preview ?? '', 'subject')(values),
    sentAt: row.started_at,
  }
}

/** Affiliate links follow the rules of pages, and their codes name the page, so that those of the mail stay apart. */
async function render(db: Db, rows: PageRow[]): Promise<NewsletterPage[]> {
  const bodies = rows.map((row) => ({
    row,
    id: row.id,
    // Cleaned again, since a field may have been written across tags.
    content: cleanHtml(compileTemplate(row.sent_content ?? '', 'html')(valuesOf(row.slug))),
    linkIngredients: Boolean(row.link_ingredients),
    ...labelOf(row),
  }))
  const rendered = await renderBodies<(typeof bodies)[number] & Pick<NewsletterPage, 'contents' | 'kicker'>>(
    db,
    bodies,
    'page',
  )
  return rendered.map(({ row, content, contents, kicker }) => ({
    ...toSummary(row),
    ...kickerOf(kicker),
    intro: compileTemplate(row.intro, 'text')(valuesOf(row.slug)),
    content,
    ...(contents && { contents }),
    isIndexable: Boolean(row.is_indexable),
  }))
}

function labelOf(row: Pick<PageRow, 'label' | 'label_brand' | 'label_sentence'>): Labelled {
  return { label: toPostLabel(row.label), labelBrand: row.label_brand ?? '', labelSentence: row.label_sentence ?? '' }
}

const kickerOf = (kicker: string | undefined) => (kicker === undefined ? {} : { kicker })

/** A page belongs to no reader: what a mail takes from the recipient is empty, so that fallbacks are shown. */
function valuesOf(slug: string): MergeValues {
  return {
    name: '',
    email: '',
    unsubscribe_url: '/newsletter',
    preferences_url: '/newsletter',
    click_key: '',
    browser_url: `/letters/${encodeURIComponent(slug)}`,
  }
}

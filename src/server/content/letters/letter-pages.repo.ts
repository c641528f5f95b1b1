import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LetterPage, LetterPageSummary } from '../../../contract/letter-pages.ts'
import { compileTemplate, type MergeValues } from '../../../contract/merge-fields.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { cleanHtml } from '../rich-text/clean-html.ts'
import { renderBodies } from '../rich-text/render-body.ts'

/** Letters with a page, newest first. */
export const letterPages = createRowList({
  table: 'posts',
  matching: (db) => db.selectFrom('posts').where(hasPage),
  sorts: { sentAt: (direction) => [sql`(select started_at from letters where post_id = posts.id) ${direction}`] },
  defaultSort: 'sentAt',
  descending: ['sentAt'],
  read: async (db, ids) => (await pages(db).where('posts.id', 'in', ids).execute()).map(toSummary),
})

export async function findLetterPage(db: Db, slug: string): Promise<LetterPage | undefined> {
  const rows = await pages(db).where('posts.slug', '=', slug).execute()
  return (await render(db, rows))[0]
}

/** The newest letters as their pages show them. */
export async function listNewestLetterPages(db: Db, limit: number): Promise<LetterPage[]> {
  const rows = await pages(db).orderBy('letters.started_at', 'desc').orderBy('posts.id', 'desc').limit(limit).execute()
  return render(db, rows)
}

/** Slug and date of the letters that search engines may list. */
export async function listLetterAddresses(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  const rows = await pages(db)
    .where('letters.is_indexable', '=', true)
    .orderBy('letters.started_at', 'desc')
    .limit(50_000)
    .execute()
  return rows.map(({ slug, started_at }) => ({ slug, updated_at: started_at! }))
}

/** The condition of every public read of letters: started, with a page, and not deleted. */
const hasPage: RawBuilder<SqlBool> = sql<SqlBool>`(posts.kind = 'letter' and posts.deleted_at is null and exists (
  select 1 from letters as begun where begun.post_id = posts.id and begun.has_page = ${true}
    and begun.state in ('sending', 'paused', 'sent', 'cancelled')
    and begun.started_at is not null and begun.sent_content is not null))`

function pages(db: Db) {
  return db
    .selectFrom('posts')
    .innerJoin('letters', 'letters.post_id', 'posts.id')
    .select([
      ...(['posts.id', 'posts.slug', 'posts.link_ingredients', 'letters.intro', 'letters.is_indexable'] as const),
      ...(['letters.sent_subject', 'letters.sent_preview', 'letters.sent_content', 'letters.started_at'] as const),
    ])
    .where(hasPage)
}

type PageRow = Awaited<ReturnType<ReturnType<typeof pages>['executeTakeFirstOrThrow']>>

function toSummary(row: PageRow): LetterPageSummary {
  const values = valuesOf(row.slug)
  return {
    id: row.id,
    slug: row.slug,
    title: compileTemplate(row.sent_subject ?? '', 'subject')(values),
    excerpt: compileTemplate(row.sent_preview ?? '', 'subject')(values),
    sentAt: row.started_at!,
  }
}

/** Affiliate links follow the rules of pages, and their codes name the page, so that those of the mail stay apart. */
async function render(db: Db, rows: PageRow[]): Promise<LetterPage[]> {
  const bodies = rows.map(({ id, slug, sent_content, link_ingredients }) => ({
    id,
    // Cleaned again, since a field may have been written across tags.
    content: cleanHtml(compileTemplate(sent_content ?? '', 'html')(valuesOf(slug))),
    linkIngredients: Boolean(link_ingredients),
  }))
  const rendered = await renderBodies<(typeof bodies)[number] & Pick<LetterPage, 'contents'>>(db, bodies, 'page')
  return rows.map((row, index) => {
    const { content, contents } = rendered[index]!
    return {
      ...toSummary(row),
      intro: compileTemplate(row.intro, 'text')(valuesOf(row.slug)),
      content,
      ...(contents && { contents }),
      isIndexable: Boolean(row.is_indexable),
    }
  })
}

/** A page belongs to no reader: what a mail takes from the recipient is empty, so that fallbacks are shown. */
function valuesOf(slug: string): MergeValues {
  return {
    ...{ name: '', email: '', unsubscribe_url: '/newsletter', letters_url: '/newsletter' },
    browser_url: `/letters/${encodeURIComponent(slug)}`,
  }
}

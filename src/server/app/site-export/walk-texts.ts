import type { Post, PostKind } from '../../../contract/content/posts.ts'
import { bodies, toPost } from '../../content/posts/post-rows.ts'
import { renderBodies } from '../../content/rich-text/render-body.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Texts that are rendered at a time; the site serves requests between two batches. */
const BATCH = 5

export type ExportedText = {
  kind: PostKind
  /** With its stored HTML; the slug of a draft is the one that was typed. */
  stored: Post
  /** With the HTML that readers see, without the links to ingredients that the site adds. */
  rendered: Post
}

/** All texts that are not in the trash, by id, without those of other kinds if `kinds` is given. */
export async function* walkTexts(db: Db, kinds?: readonly PostKind[]): AsyncGenerator<ExportedText> {
  for (let after = 0; ; ) {
    const rows = await bodies(db)
      .select(['posts.kind', 'posts.draft_slug'])
      .where('posts.id', '>', after)
      .$if(kinds !== undefined, (query) => query.where('posts.kind', 'in', kinds ?? []))
      .orderBy('posts.id')
      .limit(BATCH)
      .execute()
    const texts = rows.map((row) => ({
      kind: row.kind,
      stored: { ...toPost(row), slug: row.draft_slug || row.slug, updatedAt: row.updated_at },
    }))
    const rendered = await render(db, texts)
    for (const text of texts) yield { ...text, rendered: rendered.get(text.stored.id)! }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** How many texts `walkTexts` yields. */
export async function countTexts(db: Db, kinds?: readonly PostKind[]): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function render(db: Db, texts: readonly Omit<ExportedText, 'rendered'>[]): Promise<Map<number, Post>> {
  const rendered = new Map<number, Post>()
  for (const [kind, group] of Map.groupBy(texts, (text) => (text.kind === 'template' ? 'post' : text.kind))) {
    const stored = group.map((text) => ({ ...text.stored, linkIngredients: false }))
    for (const post of await renderBodies(db, stored, kind)) rendered.set(post.id, post)
  }
  return rendered
}

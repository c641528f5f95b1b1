import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PostKind } from '../../../contract/content/posts.ts'

/** The condition of every public read of `posts`: published and neither deleted nor of another kind. */
export function isPublic(now: string, kind: PostKind = 'post'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(posts.published_at <= ${now} and posts.deleted_at is null and posts.kind = ${sql.lit(kind)})`
}

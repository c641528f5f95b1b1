import type { Db, Row } from '../../platform/db/schema.ts'
import { addToSums } from './totals.repo.ts'

/** Adds views to the sums of their days. */
export function addPageViews(db: Db, rows: readonly Row<'page_views'>[]): Promise<void> {
  return addToSums(db, 'page_views', ['day', 'path', 'kind', 'host', 'reason', 'is_demo'], ['views'], rows)
}

import type { ReportRow } from '../reports/report-row.ts'

type Dated = Pick<ReportRow, 'externalId' | 'originalExternalId' | 'orderedAt' | 'postedAt' | 'clickedAt'>

/**
 * Sorts rows by the day of their sale: the indexes of the ledger begin with days, so that a transaction changes few of their pages
 * whatever the order of the file. Rows of one sale, and corrections of it, stay in the order of the file, and the same rows always
 * come in the same order.
 */
export function byDay<Listed extends { row: Dated }>(rows: readonly Listed[]): Listed[] {
  const days = new Map<string, string>()
  const keyed = rows.map((listed) => {
    const { externalId, originalExternalId, orderedAt, postedAt, clickedAt } = listed.row
    const known = days.get(externalId) ?? (originalExternalId === null ? undefined : days.get(originalExternalId))
    const day = known ?? (orderedAt ?? postedAt ?? clickedAt ?? '').slice(0, 10)
    days.set(externalId, day)
    return { listed, day }
  })
  return keyed.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).map(({ listed }) => listed)
}

import { sql } from 'kysely'
import type { CountedDays } from '../../analytics/period-sums.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'

/** A decimal, since whole numbers of this size may be too large for a driver. */
const perMinor = sql.raw(`${REST_UNITS}.0`)

/** The column `amount` of a sale, in `1 / REST_UNITS` of minor units. */
export const amount = sql`commission_minor * ${perMinor} + commission_rest as amount`

/** The column `amount` of grouped sales: sums are rounded once, by `round`. */
export const sumOfAmounts = sql`sum(commission_minor) * ${perMinor} + sum(commission_rest) as amount`

type Columns = { source: string; day: string }

/**
 * The amounts to divide by clicks and by views: clicks in newsletters are counted with these and not with the site's, and sales of days
 * before clicks or views were counted have none to be divided by.
 */
const visitConditions = ({ clicks, views }: CountedDays, { source, day }: Columns) => {
  const isOfSite = sql`coalesce(${sql.ref(source)}, '') <> 'newsletter'`
  return {
    by_clicks: sql`${isOfSite} and ${sql.ref(day)} >= ${clicks}`,
    by_views: sql`${isOfSite} and ${sql.ref(day)} >= ${views}`,
  }
}

/** The columns `by_clicks` and `by_views` of grouped sales. */
export function sumsByVisits(counted: CountedDays, columns: Columns) {
  const conditions = Object.entries(visitConditions(counted, columns))
  return sql.join(
    conditions.map(([name, is]) => {
      const part = (column: string) => sql`sum(case when ${is} then ${sql.ref(column)} else 0 end)`
      return sql`${part('commission_minor')} * ${perMinor} + ${part('commission_rest')} as ${sql.ref(name)}`
    }),
  )
}

import { sql } from 'kysely'
import type { NewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import type { Db } from '../../platform/db/schema.ts'
import { startOfDay } from '../../platform/start-of-day.ts'

/** Addresses that the owner sees of an audience. */
const EXAMPLES = 5

type AudienceOptions = {
  /** The time zone of the site, in which the days of a segment are. */
  timeZone: string
  /** Also those who chose to get the digest only: for the digest itself. */
  includesDigestOnly?: boolean
}

/** A query of the id and address of everybody who gets a newsletter to an audience. */
export function selectAudience(
  db: Db,
  audience: NewsletterAudience,
  { timeZone, includesDigestOnly = false }: AudienceOptions,
) {
  const query = db
    .selectFrom('subscribers')
    .select(['subscribers.id', 'subscribers.email'])
    .where('subscribers.is_active', '=', true)
    .where('subscribers.deleted_at', 'is', null)
    .$if(!includesDigestOnly, (all) => all.where('subscribers.frequency', '=', 'all'))
  if (audience.kind === 'all') return query
  const { signedUpFrom, signedUpTo, sources = [], tags = [], withoutTags = [] } = audience
  const tagged = (chosen: string[]) =>
    db.selectFrom('subscriber_tags').select('subscriber_id').where('tag', 'in', chosen)
  return query
    .$call((all) =>
      signedUpFrom === undefined ? all : all.where('subscribers.created_at', '>=', startOfDay(timeZone, signedUpFrom)),
    )
    .$call((all) =>
      signedUpTo === undefined ? all : all.where('subscribers.created_at', '<', startOfDay(timeZone, signedUpTo, 1)),
    )
    .$if(sources.length > 0, (all) => all.where('subscribers.source', 'in', sources))
    .$if(tags.length > 0, (all) => all.where('subscribers.id', 'in', tagged(tags)))
    .$if(withoutTags.length > 0, (all) => all.where('subscribers.id', 'not in', tagged(withoutTags)))
}

/** The size of an audience without suppressed addresses, with its first ones. */
export async function countAudience(
  db: Db,
  audience: NewsletterAudience,
  options: AudienceOptions,
): Promise<{ count: number; examples: string[] }> {
  const query = selectAudience(db, audience, options).where(
    sql<boolean>`not exists (select 1 from suppressions where suppressions.email = subscribers.email)`,
  )
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await query.orderBy('subscribers.id').limit(EXAMPLES).execute()
  return { count: Number(count), examples: first.map(({ email }) => email) }
}

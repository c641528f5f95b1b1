import { NewsletterLimits } from '../../../contract/audience/newsletters.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A row of the settings that is not one of their fields. */
const KEY = '#newsletter-limits'

/** A pace that every provider takes. */
const defaults: NewsletterLimits = { perSecond: 5, perHour: null, perDay: null }

export async function readNewsletterLimits(db: Db): Promise<NewsletterLimits> {
  const { value } = await readStored(db, KEY)
  return value === undefined ? defaults : NewsletterLimits.parse(value)
}

export async function writeNewsletterLimits(db: Db, limits: NewsletterLimits, now: string): Promise<void> {
  await saveStored(db, { key: KEY, value: limits, now })
}

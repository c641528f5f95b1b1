import { missingFacts } from '../../../contract/accounts/legal-facts.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { listEditedPages } from '../../content/posts/pages.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Whether the owner wrote the privacy policy herself, and the labels of the facts that keep its default text. */
export async function readPolicyState(db: Db, now: string): Promise<{ isOwn: boolean; missing: string[] }> {
  const { settings } = await readSettings(db)
  const isOwn = (await listEditedPages(db, now)).includes('privacy-policy')
  return { isOwn, missing: missingFacts(settings) }
}

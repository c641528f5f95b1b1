import { releaseMails } from '../audience/mail/mail.repo.ts'
import { endRecipientLeases } from '../audience/newsletter-sending/leases.repo.ts'
import { releaseCdnPurges } from '../platform/cdn/cdn-purges.repo.ts'
import { CDN_LEASE_MS } from '../platform/cdn/cdn-queue.ts'
import type { Db } from '../platform/db/schema.ts'
import { releaseSiteLeases } from '../platform/jobs/jobs.repo.ts'
import { LEASE_MS } from '../platform/lease-times.ts'

/** Releases what killed processes of the site had leased. Only for a caller that knows that no process of it runs. */
export async function releaseLeases(db: Db, now: Date): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  await releaseSiteLeases(db)
  await releaseMails(db, at(0), at(LEASE_MS))
  await releaseCdnPurges(db, at(0), at(CDN_LEASE_MS))
  await endRecipientLeases(db, at(0))
}

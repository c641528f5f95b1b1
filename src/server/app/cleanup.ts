import { IMPORT_UNDO_DAYS, IMPORT_UPLOAD_DAYS } from '../../contract/app/site-imports.ts'
import { TRASH_DAYS } from '../../contract/platform/limits.ts'
import {
  DELETED_MESSAGE_DAYS,
  MAIL_TEXT_DAYS,
  MISSING_PAGE_DAYS,
  SPAM_DAYS,
  UNCONFIRMED_DAYS,
} from '../../contract/platform/retention.ts'
import { purgeSecurityEvents } from '../accounts/audit/security-events.repo.ts'
import { deleteExpiredSignIns } from '../accounts/auth/sign-in-attempts.repo.ts'
import { readSettings } from '../accounts/settings/settings.repo.ts'
import { purgeReports } from '../audience/bounces/record-report.repo.ts'
import { purgeContacts } from '../audience/contacts/contacts.repo.ts'
import { purgeMailBodies } from '../audience/mail/mail.repo.ts'
import { purgeErasures, rememberErasures } from '../audience/personal-data/erasures.repo.ts'
import { deleteExpiredConfirmations } from '../audience/subscribers/confirmations.repo.ts'
import { purgeSubscribers, purgeUnconfirmed } from '../audience/subscribers/subscribers.repo.ts'
import { purgeEmptyDrafts } from '../content/posts/deleted-posts.repo.ts'
import { deleteExpiredPreviewLinks } from '../content/posts/preview-links.repo.ts'
import { purgeMissingPages } from '../content/redirects/missing-pages.repo.ts'
import { deleteIdempotencyKeys } from '../platform/db/idempotency-keys.ts'
import { deleteRateLimits } from '../platform/db/rate-limits.ts'
import type { Db } from '../platform/db/schema.ts'
import { purgeTrash } from '../platform/db/trash.ts'
import type { Secrets } from '../platform/secrets.ts'
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts'
import { purgeImports } from '../shop/products/import/import-history.repo.ts'

/** In milliseconds. */
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

type CleanUpOptions = {
  /** Ends the clean-up between two batches by an error. */
  signal?: AbortSignal
  /** Without them, readers who had left are not remembered by a hash once they are deleted. */
  secrets?: Secrets
}

/** Deletes for good what is kept for a time only. */
export async function cleanUp(db: Db, now: Date, { signal, secrets }: CleanUpOptions = {}): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  const remember = async (on: Db, emails: string[]) => {
    if (secrets) await rememberErasures(on, emails, { secrets, now: now.toISOString() })
  }
  const steps = [
    // A repeat comes within minutes; a day is generous.
    () => deleteIdempotencyKeys(db, before(1)),
    () => deleteRateLimits(db, new Date(now.getTime() - HOUR)),
    () => deleteExpiredSignIns(db, now),
    () => deleteExpiredConfirmations(db, before(0)),
    () => deleteExpiredPreviewLinks(db, before(0)),
    () => purgeEmptyDrafts(db, before(1)),
    () => purgeTrash(db, before(TRASH_DAYS), signal),
    () => purgeMailBodies(db, before(MAIL_TEXT_DAYS)),
    // Longer than any provider repeats a report, or a signature is accepted.
    () => purgeReports(db, { reports: before(90), signatures: before(1) }),
    // Long enough to investigate a break-in that was noticed late.
    () => purgeSecurityEvents(db, before(365)),
    () => purgeUnconfirmed(db, before(UNCONFIRMED_DAYS), signal),
    () => purgeContacts(db, { deletedBefore: before(DELETED_MESSAGE_DAYS) }, signal),
    () => purgeContacts(db, { spamBefore: before(SPAM_DAYS) }, signal),
    async () => {
      const years = Number((await readSettings(db)).settings.messagesKept)
      if (years > 0) await purgeContacts(db, { receivedBefore: before(years * 365) }, signal)
    },
    // Long enough to undo a mistake, short enough for an erasure request (GDPR, art. 17).
    () => purgeSubscribers(db, before(1), { signal, remember }),
    () => purgeErasures(db),
    () => purgeMissingPages(db, before(MISSING_PAGE_DAYS)),
    () => purgeImports(db, now.toISOString()),
    // The command plans and imports at once; the owner may think about a survey.
    async () => {
      const abandoned = { command: before(1), admin: before(IMPORT_UPLOAD_DAYS) }
      const imports = await import('./site-import/site-imports.repo.ts')
      await imports.deleteAbandonedImports(db, abandoned)
      await imports.purgeReplacedTexts(db, before(IMPORT_UNDO_DAYS))
    },
  ]
  for (const step of steps) {
    await yieldToEventLoop(signal)
    await step()
  }
}

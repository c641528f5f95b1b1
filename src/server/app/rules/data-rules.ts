import { backupsBefore } from '../../../contract/platform/backups.ts'
import { type JobName, jobTitles } from '../../../contract/platform/jobs.ts'
import { findLastErasure } from '../../platform/backup/last-erasure.repo.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { listJobs } from '../../platform/jobs/jobs.repo.ts'
import { within } from '../../platform/within.ts'
import { counted, type Finding, kept, type RuleContext, type RuleSet } from './rule.ts'

export const dataRules: RuleSet = {
  'no-tracking': {
    title: 'Readers are counted, not followed',
    why: 'The ePrivacy rules of the EU and PECR of the UK want consent for what is stored on a reader’s device; the GDPR for what identifies them.',
    check: () => kept('No cookie for readers, no script of another site, and no IP address in the database.'),
  },
  retention: {
    title: 'What is kept for a time only is deleted when it is over',
    why: 'The GDPR (article 5) and your privacy policy limit how long data is kept.',
    check: (context) =>
      checkJobs(
        context,
        ['tidy-up', 'retention'],
        'Spam, texts of mails, sign-ups that nobody confirmed, old analytics and the trash are deleted each night.',
      ),
  },
  erasure: {
    title: 'Who asks to be erased is erased',
    why: 'The GDPR (article 17) gives everyone the right to have their data deleted.',
    check: (context) =>
      checkJobs(
        context,
        ['finish-erasures'],
        dialectOf(context.db) === 'sqlite'
          ? 'An erasure overwrites the address in the files of the database and empties its log. Imports and restores leave it out.'
          : 'An erasure deletes the rows, whose space PostgreSQL’s autovacuum reuses. Imports and restores leave the address out.',
      ),
  },
  'old-backups': {
    title: 'No backup that stays holds people who were erased since',
    why: 'The GDPR (article 17) covers copies, too, and your privacy policy says that backups are replaced.',
    async check({ db, backups }) {
      const lastErasure = await findLastErasure(db)
      if (lastErasure === undefined)
        return kept(
          'Nobody was erased since the site keeps a list of erasures. Backups made at night are replaced by themselves.',
        )
      const old = backupsBefore(lastErasure, await within(LIST_MS, backups.list(), tooSlow))
      if (old.length === 0) return kept('Those made by hand or before an upgrade are newer than the last erasure.')
      return {
        state: 'needs-you',
        detail: `${counted(old.length, 'backup made by hand or before an upgrade is', 'backups made by hand or before upgrades are')} older than the last erasure. Delete what you do not need; a restore erases again whom they still hold.`,
        fix: { label: 'See the backups', href: '/admin/settings/backups' },
      }
    },
  },
}

/** In milliseconds, of a remote store. */
const LIST_MS = 3000

function tooSlow(): never {
  throw new Error('The backups could not be listed in time')
}

/** Kept unless the last run of one of the jobs has failed. */
async function checkJobs({ db, now }: RuleContext, names: readonly JobName[], detail: string): Promise<Finding> {
  const failing = (await listJobs(db, now)).filter(({ name, lastError }) => names.includes(name) && lastError !== null)
  if (failing.length === 0) return kept(detail)
  return {
    state: 'broken',
    detail: failing.map(({ name, lastError }) => `${jobTitles[name]} failed: ${lastError}`).join(' '),
    fix: { label: 'See the jobs', href: '/admin/settings/jobs' },
  }
}

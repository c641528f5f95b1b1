import { dayIn } from '../../contract/days.ts'
import { readSettings } from '../accounts/settings/settings.repo.ts'
import type { ImageStore } from '../content/images/image-store.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { listImageWidths } from '../content/images/images.repo.ts'
import { purgeImages } from '../content/images/purge-images.ts'
import { warmVariants } from '../content/images/warm-variants.ts'
import type { Backups } from '../platform/backup/backups.ts'
import type { Keep } from '../platform/backup/keep.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextNight } from '../platform/jobs/nightly.ts'
import { deleteOldAnalytics } from '../shop/analytics/retention.ts'
import { cleanUp } from './cleanup.ts'

export type SiteJobsOptions = {
  db: Db
  images: ImageStore
  variants: VariantMaker
  backups: Backups
  keep: Keep
}

/** In milliseconds. */
const HOUR = 60 * 60 * 1000

/** All scheduled jobs except sending mail, where each message has its own lease. */
export function siteJobs({ db, images, variants, backups, keep }: SiteJobsOptions): Job[] {
  const readTimeZone = async () => (await readSettings(db)).settings.timeZone
  const nightly = (time: string) => async (after: Date) => nextNight(await readTimeZone(), time, after)
  return [
    {
      name: 'tidy-up',
      next: (after) => new Date(after.getTime() + HOUR),
      isDueAtStart: true,
      run: ({ now, signal }) => cleanUp(db, now, signal),
    },
    {
      name: 'backup',
      next: nightly('03:00'),
      async run({ now, isManual, signal, reportProgress }) {
        const isWanted = isManual || keep.daily + keep.weekly + keep.monthly > 0
        if (!isWanted) return
        await backups.make({ now, kind: isManual ? 'manual' : 'nightly', signal, onProgress: reportProgress })
        await backups.removeOutdated(keep)
      },
    },
    // After the backup, which holds once more what is deleted now.
    {
      name: 'retention',
      next: nightly('04:00'),
      async run({ now, signal }) {
        const timeZone = await readTimeZone()
        await deleteOldAnalytics(db, { today: dayIn(timeZone, now), timeZone, signal })
      },
    },
    {
      name: 'purge-images',
      next: nightly('04:30'),
      run: ({ now, signal }) => purgeImages(db, images, now, signal),
    },
    {
      name: 'make-images',
      next: nightly('05:00'),
      isDueAtStart: true,
      async run({ signal }) {
        await warmVariants(variants, await listImageWidths(db), signal)
        signal.throwIfAborted()
      },
    },
  ]
}

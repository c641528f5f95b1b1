import { PostDraft } from '../../../contract/content/post-draft.ts'
import type { PostSummary } from '../../../contract/content/posts.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { lastDigestTime } from '../../audience/newsletter-sending/digest-times.ts'
import {
  findNewSince,
  hasDigest,
  readDigest,
  type StoredDigest,
  setDigest,
  takePeriod,
} from '../../audience/newsletter-sending/digests.repo.ts'
import { countAudience } from '../../audience/subscribers/audience.repo.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import { listPostsBetween } from '../../content/posts/published-posts.repo.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { titledExcerptHtml } from './excerpt-html.ts'

/** Posts with cover and excerpt; the rest is a link to the blog. */
const SHOWN = 20
/** Characters of the preview text. */
const PREVIEW_MAX = 150

/**
 * Makes the digest of the period that has ended, as a scheduled newsletter; without new posts or readers the period is skipped.
 * The period is taken in the same transaction, so that it gets one digest, and after an outage only the last one is made.
 */
export async function makeDueDigest(db: Db, clock: () => Date): Promise<void> {
  const digest = await readDigest(db)
  if (!digest.isOn) return
  const { timeZone } = (await readSettings(db)).settings
  const now = clock()
  const due = lastDigestTime(digest, timeZone, now)
  if (!due || due.at <= digest.startsAt || (await hasDigest(db, due.day))) return
  await runTransaction(db, (transaction) => make(transaction, { period: due.day, timeZone, now: now.toISOString() }))
}

async function make(db: Db, { period, timeZone, now }: { period: string; timeZone: string; now: string }) {
  const before = await readDigest(db)
  const since = await findNewSince(db, before, now)
  if (!before.isOn || !(await takePeriod(db, period, now))) return
  const text = await digestText(db, before, { since, now })
  const { count } = await countAudience(db, { kind: 'all' }, { timeZone, includesDigestOnly: true })
  if (!text || count === 0) return
  const prepared = await withTexts(db, { ...text.draft, isFeatured: false, publishedAt: null })
  const { id } = await writeNewDraft(db, { prepared, kind: 'newsletter', key: undefined, now })
  await setDigest(db, { period, newsletterId: id, intro: before.intro, now })
}

/** The digest of the posts since a time as the draft of a newsletter. Undefined without posts. */
export async function digestText(
  db: Db,
  { subject }: Pick<StoredDigest, 'subject'>,
  { since, now }: { since: string; now: string },
): Promise<{ draft: PostDraft; count: number } | undefined> {
  const { posts, count } = await listPostsBetween(db, { since, until: now, limit: SHOWN })
  const [first, ...others] = posts
  if (!first) return undefined
  const more = count - posts.length
  const rest = more > 0 ? `<p><a href="/blog">${more} more on the blog</a></p>` : ''
  return {
    draft: PostDraft.parse({
      title: subject,
      excerpt: titlesOf(first, others),
      content: posts.map(titledExcerptHtml).join('') + rest,
      linkIngredients: false,
    }),
    count,
  }
}

/** As many titles as the preview text holds, at least the beginning of the first. */
function titlesOf(first: PostSummary, others: PostSummary[]): string {
  let text = first.title.slice(0, PREVIEW_MAX)
  for (const { title } of others) {
    if (text.length + title.length + 2 > PREVIEW_MAX) break
    text += `, ${title}`
  }
  return text
}

import type { ExpressionBuilder } from 'kysely'
import type { NewsletterKind, NewsletterState, RecipientState } from '../../../contract/audience/newsletters.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'
import { addLinks } from './newsletter-links.repo.ts'
import type { FrozenNewsletter } from './newsletter-message.ts'
import { type Audience, addRecipients } from './recipients.repo.ts'

/** The frozen parts of a newsletter and the version of the text and of the settings that they were made from. */
export type NewsletterContent = {
  subject: string
  preview: string
  html: string
  text: string
  content: string
  /** Those that lead over the site, which counts who follows them. */
  links: readonly { key: string; url: string; label: string }[]
  slug: string
  postVersion: number
  version: number
}

/**
 * Begins a newsletter: freezes its content and fixes its recipients. Call it in a transaction. False if it was changed since
 * `content` was made, or may not begin any more.
 */
export async function beginSending(
  db: Db,
  id: number,
  { content, audience, now }: { content: NewsletterContent; audience: Audience; now: string },
): Promise<boolean> {
  const isFrozen = await freezeContent(db, id, {
    content,
    now,
    kinds: ['newsletter', 'digest'],
    from: ['draft', 'scheduled'],
  })
  if (!isFrozen) return false
  await addRecipients(db, id, audience)
  return true
}

type Freezing = { content: NewsletterContent; now: string; kinds: NewsletterKind[]; from: NewsletterState[] }

/** Stores what is sent from now on, and moves the newsletter to 'sending'. False if it was changed or is in another state. */
export async function freezeContent(db: Db, id: number, { content, now, kinds, from }: Freezing): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: 'sending' as const,
      version: eb('version', '+', 1),
      note: null,
      sent_subject: content.subject,
      sent_preview: content.preview,
      sent_html: content.html,
      sent_text: content.text,
      sent_content: content.content,
      sent_sender_name: eb.ref('sender_name'),
      sent_intro: eb.ref('intro'),
      sent_counts_clicks: eb.ref('counts_clicks'),
      composed_at: now,
      started_at: now,
      updated_at: now,
    }))
    .where('post_id', '=', id)
    .where('kind', 'in', kinds)
    .where('state', 'in', from)
    .where('version', '=', content.version)
    .where('post_id', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .select('id')
        .where('id', '=', id)
        .where('version', '=', content.postVersion)
        .where('deleted_at', 'is', null),
    )
    .where((eb) => eb.or([eb('goes_with_post', '=', false), eb('source_post_id', 'in', publicPosts(db, now))]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await addLinks(db, id, content.links)
  await db.updateTable('posts').set({ slug: content.slug, draft_slug: null }).where('id', '=', id).execute()
  return true
}

/** Milliseconds between the publication or a save of a post and its newsletter, in which the owner can undo it. */
const UNDO_MS = 60_000

const publicPosts = (db: Db, at: string) =>
  db.selectFrom('posts').select('id').where('published_at', '<=', at).where('deleted_at', 'is', null)

/** The scheduled newsletters whose time has come, or whose post has been public for a minute. */
export async function listDueNewsletters(db: Db, now: string): Promise<number[]> {
  const settled = new Date(Date.parse(now) - UNDO_MS).toISOString()
  const rows = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select('newsletters.post_id')
    .where('newsletters.state', '=', 'scheduled')
    .where((eb) =>
      eb.or([
        eb('newsletters.scheduled_at', '<=', now),
        eb.and([
          eb('newsletters.goes_with_post', '=', true),
          eb('newsletters.source_post_id', 'in', publicPosts(db, settled).where('updated_at', '<=', settled)),
        ]),
      ]),
    )
    .where('posts.deleted_at', 'is', null)
    .orderBy('newsletters.scheduled_at')
    .execute()
  return rows.map(({ post_id }) => post_id)
}

export async function findFrozenNewsletter(
  db: Db,
  id: number,
): Promise<(FrozenNewsletter & { senderName: string; kind: NewsletterKind; composedAt: string }) | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select(['sent_subject', 'sent_html', 'sent_text', 'started_at', 'composed_at', 'newsletters.kind', 'posts.slug'])
    .select((eb) => [
      eb.fn.coalesce('sent_sender_name', 'sender_name').as('sender_name'),
      eb.fn.coalesce('sent_counts_clicks', 'counts_clicks').as('counts_clicks'),
    ])
    .where('post_id', '=', id)
    .executeTakeFirst()
  if (!row?.sent_subject || !row.started_at) return undefined
  return {
    id,
    subject: row.sent_subject,
    html: row.sent_html ?? '',
    text: row.sent_text ?? '',
    slug: row.slug,
    senderName: row.sender_name,
    kind: row.kind,
    countsClicks: Boolean(row.counts_clicks),
    composedAt: row.composed_at ?? row.started_at,
  }
}

/**
 * Whether a poll may have something to write: a newsletter is being sent or paused, an automatic one was switched off, or one was
 * cancelled while a message was handed over.
 */
export async function hasOpenNewsletters(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('newsletters')
    .select('post_id')
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sending', 'paused']),
        eb.and([eb('state', '=', 'draft'), eb('started_at', 'is not', null)]),
        eb.and([
          eb('state', '=', 'cancelled'),
          eb.exists(
            eb
              .selectFrom('newsletter_recipients')
              .select('newsletter_recipients.id')
              .whereRef('newsletter_recipients.newsletter_id', '=', 'newsletters.post_id')
              .where('newsletter_recipients.state', 'in', ['sending', 'deferred']),
          ),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner reads it where more recipients failed than got a newsletter. */
const FAILED_MOSTLY = 'Most recipients did not get it. Their rows below say what the mail server replied.'

/** Whether more recipients failed than were accepted or may have got it. */
function failedMostly(eb: ExpressionBuilder<Schema, 'newsletters'>) {
  const count = (states: RecipientState[]) =>
    eb
      .selectFrom('newsletter_recipients')
      .select((of) => of.fn.countAll<number>().as('count'))
      .whereRef('newsletter_recipients.newsletter_id', '=', 'newsletters.post_id')
      .where('newsletter_recipients.state', 'in', states)
  return eb(count(['failed']), '>', count(['accepted', 'in-doubt']))
}

/**
 * Ends the newsletters all of whose recipients have a final state; automatic ones wait for the next subscriber. One that was cancelled
 * and sent again to those in doubt is cancelled as before.
 */
export async function finishNewsletters(db: Db, now: string): Promise<void> {
  const recipients = (eb: ExpressionBuilder<Schema, 'newsletters'>, states: RecipientState[]) =>
    eb.exists(
      eb
        .selectFrom('newsletter_recipients')
        .select('newsletter_recipients.id')
        .whereRef('newsletter_recipients.newsletter_id', '=', 'newsletters.post_id')
        .where('newsletter_recipients.state', 'in', states),
    )
  await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: eb
        .case()
        .when(recipients(eb, ['cancelled']))
        .then('cancelled' as const)
        .else('sent' as const)
        .end(),
      note: eb.case().when(failedMostly(eb)).then(FAILED_MOSTLY).else(null).end(),
      finished_at: now,
      version: eb('version', '+', 1),
    }))
    .where('state', '=', 'sending')
    .where('kind', 'in', ['newsletter', 'digest'])
    .where((eb) => eb.not(recipients(eb, ['waiting', 'deferred', 'sending'])))
    .execute()
}

/** Pauses what is being sent, because the mail server refuses all of it; `note` tells the owner why. */
export async function pauseAll(db: Db, note: string, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ state: 'paused' as const, note, version: eb('version', '+', 1), updated_at: now }))
    .where('state', '=', 'sending')
    .execute()
}

/** Pauses one newsletter that cannot be sent; the others go on. */
export async function pauseOne(db: Db, id: number, note: string, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ state: 'paused' as const, note, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** Leases far in the future were written while the clock was wrong; only recipients of automatic newsletters wait so long. */
export async function resetFutureLeases(db: Db, latest: string, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ next_at: now })
    .where('newsletter_id', 'in', (eb) => eb.selectFrom('newsletters').select('post_id').where('state', '=', 'sending'))
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .where('next_at', '>', latest)
    .where((eb) =>
      eb.or([
        eb('lease', 'is not', null),
        eb(
          'newsletter_id',
          'in',
          eb.selectFrom('newsletters').select('post_id').where('kind', 'in', ['newsletter', 'digest']),
        ),
      ]),
    )
    .execute()
}

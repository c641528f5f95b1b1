import type { BounceKind } from '../src/contract/audience/suppressions.ts'
import { newsletterMessageId } from '../src/server/audience/bounces/message-id.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { createSecrets } from '../src/server/platform/secrets.ts'
import { makePost } from './factories.ts'
import { TEST_KEY, type TestApp } from './test-app.ts'

let count = 0
const at = '2026-03-01T10:00:00.000Z'

/** A sent newsletter; returns its id. */
async function makeSentNewsletter(db: Db): Promise<number> {
  count += 1
  const id = await makePost(db, { slug: `newsletter-${count}`, title: `Newsletter ${count}` })
  await db
    .insertInto('newsletters')
    .values({ post_id: id, state: 'sent', sent_subject: `Newsletter ${count}`, created_at: at, updated_at: at })
    .execute()
  return id
}

/** A newsletter that the mail server took for an address, with the time; returns the id of the recipient. */
export async function makeAcceptedNewsletter(
  db: Db,
  email: string,
  bounce: BounceKind | null = null,
  settled_at = at,
): Promise<number> {
  const { id } = await db
    .insertInto('newsletter_recipients')
    .values({
      newsletter_id: await makeSentNewsletter(db),
      email,
      state: 'accepted',
      next_at: at,
      settled_at,
      bounce,
      bounced_at: bounce && settled_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An active subscriber who signed up by a form. */
export async function makeReader({ request, db }: Pick<TestApp, 'request' | 'db'>, email: string): Promise<void> {
  await request('/api/subscribers', { json: { email } })
  await db
    .updateTable('subscribers')
    .set({ is_active: true, unconfirmed_at: null, confirmation_owed_at: null })
    .where('email', '=', email)
    .execute()
}

/** The Message-ID that the newsletter to a recipient has. */
export async function messageIdOf(db: Db, recipientId: number): Promise<string> {
  const { newsletter_id: newsletterId } = await db
    .selectFrom('newsletter_recipients')
    .select('newsletter_id')
    .where('id', '=', recipientId)
    .executeTakeFirstOrThrow()
  return newsletterMessageId(createSecrets(TEST_KEY), { newsletterId, recipientId }, 'dewlight.example')
}

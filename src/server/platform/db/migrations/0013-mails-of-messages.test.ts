import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { migrateTo } from '../migrate.ts'
import { mailsOfMessages } from './0013-mails-of-messages.ts'

const at = '2026-03-10T15:00:00.000Z'

test('notification mails are assigned to their messages', async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0010-jobs')
  const contact = async (email: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into contacts (name, email, subject, message, is_read, is_spam, created_at)
      values ('Ann', ${email}, 'Hello', 'A message', false, false, ${at}) returning id`.execute(db)
    return rows[0]!.id
  }
  const mail = async (kind: string, replyTo: string | null, text: string) => {
    await sql`insert into mails (kind, to_address, reply_to, subject, text, html, state, attempts, next_at, created_at)
      values (${kind}, 'owner@example.com', ${replyTo}, 'New', ${text}, '', 'sent', 1, ${at}, ${at})`.execute(db)
  }
  const [first, second, other] = [
    await contact('ann@example.com'),
    await contact('ann@example.com'),
    await contact('bob@example.com'),
  ]
  await mail('contact', 'ann@example.com', `Open it: https://site.example/admin/contacts/${second}`)
  await mail('contact', 'ann@example.com', `Open it: https://site.example/admin/contacts/${first}`)
  await mail('contact', 'bob@example.com', '')
  await mail('contact', 'gone@example.com', '')
  await mail('confirmation', null, '')
  await mailsOfMessages.up(db)
  const assigned = async () =>
    (await db.selectFrom('mails').select('contact_id').orderBy('id').execute()).map((row) => row.contact_id)
  expect(await assigned()).toEqual([second, first, other, null, null])
  await db.deleteFrom('contacts').where('id', '=', first).execute()
  expect(await assigned()).toEqual([second, other, null, null])
})

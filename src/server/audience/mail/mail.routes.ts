import { Hono } from 'hono'
import { LIST_MAX } from '../../../contract/limits.ts'
import { type MailKind, MailListQuery } from '../../../contract/mails.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { badRequest, notFound } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readParam, readQuery } from '../../platform/http/validate.ts'
import { createMail, findMail, listMails, retryMail } from './mail.repo.ts'
import { renderMail } from './mail-body.ts'
import type { MailQueue } from './mail-queue.ts'

export type MailRoutesOptions = { db: Db; clock: () => Date; owner: OwnerGuard; mail: MailQueue }

export function mailRoutes({ db, clock, owner, mail }: MailRoutesOptions) {
  const now = () => clock().toISOString()
  return new Hono()
    .get('/mails', owner, async (c) => {
      const query = { limit: LIST_MAX, ...readQuery(c, MailListQuery) }
      const { items, total } = await listMails(db, query)
      setListHeaders(c, { total, page: query.page ?? 1, limit: query.limit })
      return c.json(items)
    })
    .get('/mails/setup', owner, async (c) => c.json(await mail.readSetup()))
    .post('/mails/test', owner, async (c) => {
      const { owner: to } = await mail.readSetup()
      if (to === '') throw badRequest('The site has no email yet: write it into Settings first')
      c.set('subject', to)
      const response = await idempotent(c, db, {}, async (transaction) => {
        const id = await createMail(
          transaction,
          { kind: 'test', to, subject: 'Your mail works', body: testBody },
          now(),
        )
        return { status: 201, body: { id } }
      })
      const { id } = (await response.json()) as { id: number }
      await mail.sendOne(id)
      return c.json(await findMail(db, id), 201)
    })
    .get('/mails/:id', owner, async (c) => {
      const found = await findMail(db, readParam(c, 'id', Id, 'Mail not found'))
      if (!found) throw notFound('Mail not found')
      return c.json(found)
    })
    .post('/mails/:id/retry', owner, async (c) => {
      const id = readParam(c, 'id', Id, 'Mail not found')
      const isWaiting = await retryMail(db, id, now())
      if (isWaiting) await mail.sendOne(id)
      const found = await findMail(db, id)
      if (!found) throw notFound('Mail not found')
      c.set('subject', kindWords[found.kind])
      return c.json(found)
    })
}

/** The audit trail outlives a visitor's deletion, and the subject of a mail can name one. */
const kindWords: Record<MailKind, string> = {
  test: 'Test mail',
  contact: 'New message',
  confirmation: 'Confirmation of a sign-up',
  'already-subscribed': 'Already subscribed',
}

const testBody = renderMail({
  paragraphs: [
    'Hello,',
    'this is the test mail that you asked for. If you read it in your inbox, everything is set up: new contact messages will reach you here, and readers get the mail that confirms their newsletter sign-up.',
  ],
})

import type { MailKind } from '../../../contract/mails.ts'
import * as contract from '../../../contract/mails.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { createMail, findMail, mailList, requeueMail } from './mail.repo.ts'
import { renderMail } from './mail-body.ts'
import type { MailQueue } from './mail-queue.ts'

export function mailRoutes({ mail }: { mail: MailQueue }) {
  return [
    bind(contract.listMails, async ({ db, query }) => {
      const { items, total } = await mailList.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findMailSetup, async () => ({ body: await mail.readSetup() })),
    bindStaged(contract.sendTestMail, async ({ c, db, now, transact }) => {
      const { owner: to } = await mail.readSetup()
      if (to === '') throw badRequest('The site has no email yet: write it into Settings first')
      const response = await transact({}, async (transaction) => {
        const id = await createMail(transaction, { kind: 'test', to, subject: 'Your mail works', body: testBody }, now)
        const created = await findMail(transaction, id)
        return created && { body: created, subject: to }
      })
      const { id } = contract.Mail.parse(await response.json())
      await mail.sendOne(id)
      return c.json(await findMail(db, id), 201)
    }),
    bind(contract.findMail, async ({ db, params }) => {
      const found = await findMail(db, params.id)
      return found && { body: found }
    }),
    bind(contract.retryMail, async ({ db, params: { id }, now }) => {
      if (await requeueMail(db, id, now)) await mail.sendOne(id)
      const found = await findMail(db, id)
      return found && { body: found, subject: kindLabels[found.kind] }
    }),
  ]
}

/** Audited instead of the subject, which may contain a visitor's name: the audit trail outlives an erasure. */
const kindLabels: Record<MailKind, string> = {
  test: 'Test mail',
  contact: 'New message',
  confirmation: 'Confirmation of a sign-up',
  'already-subscribed': 'Already subscribed',
  'new-device': 'Sign-in on a new device',
}

const testBody = renderMail({
  paragraphs: [
    'Hello,',
    'this is the test mail that you asked for. If you read it in your inbox, everything is set up: new contact messages will reach you here, and readers get the mail that confirms their newsletter sign-up.',
  ],
})

import type { MailKind } from '../../../contract/audience/mails.ts'
import * as contract from '../../../contract/audience/mails.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findMail, mailList, requeueMail } from './mail.repo.ts'
import type { MailQueue } from './mail-queue.ts'

export function mailRoutes({ mail }: { mail: MailQueue }) {
  return [
    bind(contract.listMails, async ({ db, query }) => {
      const { items, total } = await mailList.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findMailSetup, async () => ({ body: await mail.readSetup() })),
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
  'password-reset': 'Link for a new password',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  reply: 'Reply to a message',
}

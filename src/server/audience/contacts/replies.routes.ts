import * as contract from '../../../contract/audience/replies.ts'
import * as spamContract from '../../../contract/audience/spam-rules.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { one } from '../../platform/http/replies.ts'
import { createMail } from '../mail/mail.repo.ts'
import { renderMail } from '../mail/mail-body.ts'
import type { Mailer } from '../mail/mailer.ts'
import { changeContacts, countSpam, findContact } from './contacts.repo.ts'
import {
  createReply,
  createSavedReply,
  deleteSavedReply,
  listReplies,
  listSavedReplies,
  updateSavedReply,
} from './replies.repo.ts'
import { deleteSpamRule, listSpamRules } from './spam-rules.repo.ts'

const SAVED_REPLIES_MAX = 100

/** Replies by mail, saved replies, and what the spam filter has learned. */
export function replyRoutes({ origin, mail }: { origin: string; mail: Mailer }) {
  return [
    bind(contract.listReplies, async ({ db, params }) => ({ body: await listReplies(db, params.id) })),
    bind(contract.replyToContact, async ({ db, params: { id }, body: { text }, now }) => {
      if (!(await mail.isSetUp(db))) throw new HttpError(409, 'No mail server is set up: enter one in Settings first')
      const replyId = await sendReply(db, { id, text, origin, now })
      const reply = (await listReplies(db, id)).find((each) => each.id === replyId)
      return reply && { status: 201, body: reply, afterCommit: mail.wake }
    }),
    bind(contract.listSavedReplies, async ({ db }) => ({ body: await listSavedReplies(db) })),
    bind(contract.createSavedReply, async ({ db, body, now }) => {
      if ((await listSavedReplies(db)).length >= SAVED_REPLIES_MAX)
        throw new HttpError(409, `There are ${SAVED_REPLIES_MAX} saved replies: delete one first`)
      return { status: 201, body: await createSavedReply(db, body, now), subject: body.name }
    }),
    bind(contract.changeSavedReply, async ({ db, params, body, now }) => {
      const saved = await updateSavedReply(db, params.id, body, now)
      return saved && { body: saved, subject: saved.name }
    }),
    bind(contract.deleteSavedReply, ({ db, params }) => one(deleteSavedReply(db, params.id))),
    bind(spamContract.listSpamRules, async ({ db }) => ({ body: await listSpamRules(db) })),
    bind(spamContract.deleteSpamRule, async ({ db, params }) =>
      (await deleteSpamRule(db, params.id)) ? { body: {} } : undefined,
    ),
    bind(spamContract.countSpam, async ({ db }) => ({ body: { count: await countSpam(db) } })),
  ]
}

type Reply = { id: number; text: string; origin: string; now: string }

/** Stores the reply and enqueues its mail. Returns the id of the reply; undefined without the message. */
async function sendReply(db: Db, { id, text, origin, now }: Reply): Promise<number | undefined> {
  const message = await findContact(db, id)
  if (!message) return undefined
  const site = await readSite(db, origin)
  const replyId = await createReply(db, id, text, now)
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`
  const body = renderMail(site, { paragraphs: text.split(/\r?\n(?:\s*\r?\n)+/) })
  const headers = { replyTo: site.email || undefined, contactId: id, replyId }
  await createMail(db, { kind: 'reply', to: message.email, subject, body, ...headers }, now)
  await changeContacts(db, [id], { isRead: true }, now)
  return replyId
}

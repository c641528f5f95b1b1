import { type Context, Hono } from 'hono'
import { Id } from '../../../contract/paths.ts'
import {
  chooseFrequencyByToken,
  comeBackByToken,
  confirmSignUp,
  unsubscribeByToken,
} from '../../audience/subscribers/sign-up.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readForm } from '../../platform/http/validate.ts'

type LinkOptions = { db: Db; now: () => string; limit: RateLimit }

/**
 * The forms behind the links of mails. Only a POST changes something, since scanners open links, and an unknown token gets
 * the same response as a known one.
 */
export function newsletterLinkRoutes({ db, now, limit }: LinkOptions) {
  const app = new Hono()

  app.post('/confirm', async (c) => {
    const { token = '' } = await readForm(c)
    const state = await runTransaction(db, (transaction) => confirmSignUp(transaction, token, now()))
    return c.redirect(`/newsletter/confirm?state=${state}`, 303)
  })

  // The page behind the link posts the token in a form; a mail client posts to the link itself (RFC 8058).
  app.post('/unsubscribe', async (c) => {
    const isForm = c.req.query('token') === undefined
    const { token = '', newsletter } = isForm ? await readForm(c) : c.req.query()
    const source = isForm ? 'Page of the unsubscribe link' : 'One click in the mail program'
    const newsletterId = readNewsletterId(newsletter)
    await runTransaction(db, (transaction) =>
      unsubscribeByToken(transaction, token, { source, newsletterId, now: now() }),
    )
    return isForm ? toChoices(c, 'done', { token, newsletter }) : c.text('You are unsubscribed.')
  })

  app.post('/frequency', async (c) => {
    await limit(c)
    const { token = '', newsletter, frequency } = await readForm(c)
    const wanted = frequency === 'digest' ? 'digest' : 'all'
    await runTransaction(db, (transaction) => chooseFrequencyByToken(transaction, token, wanted, now()))
    return toChoices(c, wanted, { token, newsletter })
  })

  app.post('/come-back', async (c) => {
    await limit(c)
    const { token = '', newsletter } = await readForm(c)
    await runTransaction(db, (transaction) => comeBackByToken(transaction, token, now()))
    return toChoices(c, 'back', { token, newsletter })
  })

  return app
}

type LinkParameters = { token: string; newsletter: string | undefined }

/** The page keeps the token and the newsletter, so that the choice can be changed again. */
function toChoices(
  c: Context,
  state: 'done' | 'digest' | 'all' | 'back',
  { token, newsletter }: LinkParameters,
): Response {
  const newsletterId = readNewsletterId(newsletter)
  const query = new URLSearchParams({ state, token: token.slice(0, 100) })
  if (newsletterId !== undefined) query.set('newsletter', String(newsletterId))
  return c.redirect(`/newsletter/unsubscribe?${query}`, 303)
}

/** The newsletter whose link was followed; undefined for anything but an id. */
function readNewsletterId(text: string | undefined): number | undefined {
  return Id.safeParse(text).data
}

import { type Context, Hono } from 'hono'
import type { FormResponse } from '../../../contract/platform/form-response.ts'
import { Id } from '../../../contract/platform/paths.ts'
import type { Mailer } from '../../audience/mail/mailer.ts'
import {
  chooseFrequencyByToken,
  comeBackByToken,
  confirmSignUp,
  unsubscribeByToken,
} from '../../audience/subscribers/sign-up.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readForm } from '../../platform/http/validate.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { RenderForm } from './render-form.ts'

type LinkOptions = {
  db: Db
  now: () => string
  mail: Mailer
  secrets: Secrets
  limit: RateLimit
  renderForm: RenderForm
}

/**
 * The forms behind the links of mails. Only a POST changes something, since scanners open links, and an unknown token gets
 * the same response as a known one.
 */
export function newsletterLinkRoutes({ db, now, mail, secrets, limit, renderForm }: LinkOptions) {
  const app = new Hono()

  app.post('/confirm', async (c) => {
    const { token = '' } = await readForm(c)
    const state = await runTransaction(db, (transaction) => confirmSignUp(transaction, token, { secrets, now: now() }))
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
    const { token = '', newsletter, frequency } = await readForm(c)
    return limited(c, choicesPath(undefined, { token, newsletter }), async () => {
      const wanted = frequency === 'digest' ? 'digest' : 'all'
      const state = await runTransaction(db, (transaction) => chooseFrequencyByToken(transaction, token, wanted, now()))
      return toChoices(c, state, { token, newsletter })
    })
  })

  app.post('/come-back', async (c) => {
    const { token = '', newsletter } = await readForm(c)
    return limited(c, choicesPath('done', { token, newsletter }), async () => {
      const outcome = await runTransaction(db, async (transaction) =>
        comeBackByToken(transaction, token, { isMailSetUp: await mail.isSetUp(transaction), now: now() }),
      )
      if ('state' in outcome) return toChoices(c, outcome.state, { token, newsletter })
      return c.redirect(`/newsletter/confirm?state=back&token=${outcome.confirmation}`, 303)
    })
  })

  /** A reader over the limit gets the page of the form again, which says so. */
  async function limited(c: Context, path: string, act: () => Promise<Response>): Promise<Response> {
    try {
      await limit(c)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { message, status, headers } = error
      const form: FormResponse = { form: 'newsletter-link', values: {}, issues: [], message }
      return renderForm(c, new URL(path, c.req.url), form, status, headers)
    }
    return act()
  }

  return app
}

type LinkState = 'done' | 'digest' | 'all' | 'back' | 'stopped' | undefined
type LinkParameters = { token: string; newsletter: string | undefined }

function toChoices(c: Context, state: LinkState, link: LinkParameters): Response {
  return c.redirect(choicesPath(state, link), 303)
}

/** The page keeps the token and the newsletter, so that the choice can be changed again. */
function choicesPath(state: LinkState, { token, newsletter }: LinkParameters): string {
  const newsletterId = readNewsletterId(newsletter)
  const query = new URLSearchParams({ ...(state && { state }), token: token.slice(0, 100) })
  if (newsletterId !== undefined) query.set('newsletter', String(newsletterId))
  return `/newsletter/unsubscribe?${query}`
}

/** The newsletter whose link was followed; undefined for anything but an id. */
function readNewsletterId(text: string | undefined): number | undefined {
  return Id.safeParse(text).data
}

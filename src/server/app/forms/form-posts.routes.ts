import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import { SetupInput } from '../../../contract/accounts/account.ts'
import { LoginInput } from '../../../contract/accounts/auth.ts'
import { PasswordReset, ResetRequest } from '../../../contract/accounts/password-reset.ts'
import { TwoFactorCode } from '../../../contract/accounts/two-factor.ts'
import { ContactInput } from '../../../contract/audience/contacts.ts'
import { SubscriberInput } from '../../../contract/audience/subscribers.ts'
import type { FormResponse } from '../../../contract/platform/form-response.ts'
import { isOwnPath } from '../../../contract/platform/urls.ts'
import { CodeNeeded } from '../../accounts/auth/sign-in.ts'
import { receiveContact } from '../../audience/contacts/receive-contact.ts'
import { signUp } from '../../audience/subscribers/sign-up.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { faultOf } from '../../platform/health/faults.ts'
import { HttpError, handleError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/page-of-form.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { issuesOf, readForm } from '../../platform/http/validate.ts'
import type { Services } from '../services.ts'
import { newsletterLinkRoutes } from './newsletter-links.routes.ts'
import { createFormRenderer } from './render-form.ts'

export type FormPostOptions = Pick<
  Services,
  | 'db'
  | 'origin'
  | 'clock'
  | 'auth'
  | 'renderer'
  | 'mail'
  | 'rateLimits'
  | 'confirmationLimit'
  | 'secrets'
  | 'reportError'
  | 'purgeAccount'
>

/** The second factor of a sign-in; `step` proves the first. */
const SecondStep = z.extend(TwoFactorCode, { step: z.string().check(z.maxLength(2000)) })

/**
 * The site's forms for readers without JavaScript (post/redirect/get). A rejected form is rendered again with the submitted
 * values and the issues.
 */
export function formPostRoutes(given: FormPostOptions) {
  const { renderer, reportError } = given
  return new Hono()
    .route('/', visitorForms(given))
    .route('/', accountForms(given))
    .onError((error, c) => {
      if (error instanceof HttpError || !faultOf(error)) return handleError(reportError)(error, c)
      reportError(error, { requestId: c.req.header('x-request-id'), path: c.req.path }, 'form failed')
      return c.html(renderer.renderUnavailable(), 503, { 'cache-control': 'no-store', 'retry-after': '10' })
    })
}

/** The contact form and the newsletter. */
function visitorForms(given: FormPostOptions) {
  const { db, origin, clock, mail, rateLimits, confirmationLimit, secrets } = given
  const app = new Hono()
  const now = () => clock().toISOString()
  const renderForm = createFormRenderer(given)
  const options = async (on: Db) => ({ origin, now: now(), isMailSetUp: await mail.isSetUp(on) })

  app.post('/contact', async (c) =>
    respondToForm(c, await readForm(c), given, 'contact', ContactInput, rateLimits.contact, async (input) => {
      await runTransaction(db, async (transaction) => receiveContact(transaction, input, await options(transaction)))
      mail.wake()
      return '/contact?sent=1'
    }),
  )

  app.post('/newsletter', async (c) =>
    respondToForm(c, await readForm(c), given, 'newsletter', SubscriberInput, rateLimits.subscribe, async (input) => {
      const network = confirmationLimit.networkOf(c)
      const maySend = await confirmationLimit.take(network)
      const isByMail = await runTransaction(db, async (transaction) => {
        const chosen = { ...(await options(transaction)), page: pageOf(c, origin), network, maySend, secrets }
        await signUp(transaction, input, chosen)
        return chosen.isMailSetUp
      })
      mail.wake()
      return isByMail ? '/newsletter?subscribed=mail' : '/newsletter?subscribed=1'
    }),
  )

  app.route('/newsletter', newsletterLinkRoutes({ db, now, mail, secrets, limit: rateLimits.subscribe, renderForm }))
  return app
}

/** Sign-in, a lost password and the setup of a new site. */
function accountForms(given: FormPostOptions) {
  const { auth, rateLimits } = given
  const { signIn, setup, passwordResets } = auth
  const app = new Hono()

  app.post('/login', async (c) => {
    const values = await readForm(c)
    const target = localPath(c.req.query('redirect'))
    if (values.step === undefined)
      return respondToForm(c, values, given, 'login', LoginInput, rateLimits.login, async (input) => {
        await signIn.withPassword(c, input)
        return target
      })
    return respondToForm(c, values, given, 'login', SecondStep, rateLimits.login, async ({ step, code }) => {
      await signIn.withStep(c, step, code)
      return target
    })
  })

  app.post('/forgot-password', async (c) => {
    const limit = rateLimits['password-reset']
    return respondToForm(c, await readForm(c), given, 'forgot-password', ResetRequest, limit, async ({ username }) => {
      await passwordResets.request(username)
      return '/forgot-password?sent=1'
    })
  })

  app.post('/reset-password', async (c) =>
    respondToForm(c, await readForm(c), given, 'reset-password', PasswordReset, rateLimits.login, async (input) => {
      await passwordResets.complete(c, input)
      await given.purgeAccount()
      return '/login?password=changed'
    }),
  )

  app.post('/setup', async (c) =>
    respondToForm(c, await readForm(c), given, 'setup', SetupInput, rateLimits.login, async (input) => {
      const user = await setup.createOwner(input)
      await given.purgeAccount()
      await signIn.afterSetup(c, user)
      return '/admin'
    }),
  )
  return app
}

async function respondToForm<Schema extends z.ZodMiniType>(
  c: Context,
  values: Record<string, string>,
  given: Pick<FormPostOptions, 'renderer' | 'reportError' | 'rateLimits'>,
  form: FormResponse['form'],
  schema: Schema,
  limit: RateLimit,
  act: (input: z.output<Schema>) => Promise<string>,
): Promise<Response> {
  const renderForm = createFormRenderer(given)
  const { password: _, code: __, step, ...others } = values
  const renderErrors = async (
    status: ContentfulStatusCode,
    issues: FormResponse['issues'],
    {
      message,
      fields,
      step,
      headers,
    }: Pick<FormResponse, 'message'> & {
      fields?: string[] | undefined
      step?: string | undefined
      headers?: Record<string, string> | undefined
    },
  ) => {
    const shown = step === undefined ? others : { ...others, step }
    return renderForm(
      c,
      new URL(c.req.url),
      { form, values: shown, issues, message, ...(fields && { fields }) },
      status,
      headers,
    )
  }
  try {
    await limit(c)
    const result = schema.safeParse(values)
    if (!result.success) return await renderErrors(422, issuesOf(result.error), { step })
    return c.redirect(await act(result.data), 303)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const next = error instanceof CodeNeeded ? error.step : undefined
    return renderErrors(error.status, error.issues ?? [], {
      message: error.message,
      fields: error.status === 401 ? wrongFields(step, next) : undefined,
      step: next,
      headers: error.headers,
    })
  }
}

/** The fields that a rejected sign-in is about; none if it only goes on to the second step. */
function wrongFields(step: string | undefined, next: string | undefined): string[] | undefined {
  if (next === undefined) return ['username', 'password']
  return step === undefined ? undefined : ['code']
}

/** Prevents open redirects: anything but a path of this site leads to the dashboard. */
function localPath(target: string | undefined): string {
  return target && isOwnPath(target) ? target : '/admin'
}

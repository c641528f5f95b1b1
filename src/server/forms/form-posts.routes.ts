import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'
import { LoginInput } from '../../contract/auth.ts'
import { ContactInput } from '../../contract/contacts.ts'
import type { FormAnswer } from '../../contract/form-answer.ts'
import { SubscriberInput } from '../../contract/subscribers.ts'
import { signIn } from '../auth/sign-in.ts'
import { createContact } from '../contacts/contacts.repo.ts'
import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { issuesOf, readForm } from '../http/validate.ts'
import type { Renderer } from '../pages/renderer.ts'
import { subscribe } from '../subscribers/subscribers.repo.ts'

export type FormPostOptions = {
  db: Db
  clock: () => Date
  isPublic: boolean
  renderer: Renderer
  limits: { contact: RateLimit; subscribe: RateLimit; login: RateLimit }
}

/**
 * The forms of the site for readers without JavaScript. A sent form ends at another address (303), so that a reload
 * sends nothing twice; a refused one is the same page again, with what was typed and what is wrong with it.
 */
export function formPostRoutes({ db, clock, isPublic, renderer, limits }: FormPostOptions) {
  const app = new Hono()

  app.post('/contact', async (c) =>
    answerForm(c, renderer, 'contact', ContactInput, limits.contact, async (input) => {
      await createContact(db, input, clock().toISOString())
      return '/contact?sent=1'
    }),
  )

  app.post('/newsletter', async (c) =>
    answerForm(c, renderer, 'newsletter', SubscriberInput, limits.subscribe, async (input) => {
      await subscribe(db, input, clock().toISOString())
      return '/newsletter?subscribed=1'
    }),
  )

  app.post('/login', async (c) =>
    answerForm(c, renderer, 'login', LoginInput, limits.login, async (input) => {
      await signIn(c, db, clock(), isPublic, input)
      return ownPath(c.req.query('redirect'))
    }),
  )

  return app
}

async function answerForm<Schema extends z.ZodMiniType>(
  c: Context,
  renderer: Renderer,
  form: FormAnswer['form'],
  schema: Schema,
  limit: RateLimit,
  act: (input: z.output<Schema>) => Promise<string>,
): Promise<Response> {
  const values = await readForm(c)
  const refuse = async (status: ContentfulStatusCode, issues: FormAnswer['issues'], message?: string) => {
    const { password: _, ...shown } = values
    const page = await renderer.render(new URL(c.req.url), { form, values: shown, issues, message })
    return c.html(page.html, status, { 'cache-control': 'private, no-store' })
  }
  const result = schema.safeParse(values)
  if (!result.success) return refuse(422, issuesOf(result.error))
  try {
    limit(c)
    return c.redirect(await act(result.data), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.status, error.issues ?? [], error.message)
  }
}

/** Only a path of this site; anything else is the dashboard. */
function ownPath(target: string | undefined): string {
  return target && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(target) ? target : '/admin'
}

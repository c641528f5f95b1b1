import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FormResponse } from '../../../contract/platform/form-response.ts'
import type { Renderer } from '../../platform/delivery/renderer.ts'
import type { ReportError } from '../../platform/http/error-report.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type RateLimit, TOO_FAST } from '../../platform/http/rate-limit.ts'

export type RenderForm = (
  c: Context,
  page: URL,
  form: FormResponse,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
) => Promise<Response>

type FormRendererOptions = {
  renderer: Renderer
  reportError: ReportError
  rateLimits: Record<'rejected-form', RateLimit>
}

/** Renders the page of a rejected form; a client that sends many over a limit gets the message alone. */
export function createFormRenderer({ renderer, reportError, rateLimits }: FormRendererOptions): RenderForm {
  return async (c, url, form, status, headers = {}) => {
    if (status === 429 && !(await isWithin(rateLimits['rejected-form'], c)))
      return c.text(form.message ?? TOO_FAST, status, { ...headers, 'cache-control': 'private, no-store' })
    const page = await renderer.render(url, { formResponse: form })
    const context = { requestId: c.req.header('x-request-id'), path: c.req.path }
    for (const error of page.errors ?? []) reportError(error, context, 'part of a page failed')
    return c.html(page.body.join(''), status, { ...headers, 'cache-control': 'private, no-store' })
  }
}

async function isWithin(limit: RateLimit, c: Context): Promise<boolean> {
  try {
    await limit(c)
    return true
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return false
  }
}

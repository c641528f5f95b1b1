import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FormResponse } from '../../../contract/form-response.ts'
import type { Renderer } from '../../platform/delivery/renderer.ts'
import type { ReportError } from '../../platform/http/error-report.ts'

export type RenderForm = (
  c: Context,
  page: URL,
  form: FormResponse,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
) => Promise<Response>

/** Renders the page of a rejected form. */
export function createFormRenderer({
  renderer,
  reportError,
}: {
  renderer: Renderer
  reportError: ReportError
}): RenderForm {
  return async (c, url, form, status, headers = {}) => {
    const page = await renderer.render(url, form)
    const context = { requestId: c.req.header('x-request-id'), path: c.req.path }
    for (const error of page.errors ?? []) reportError(error, context, 'part of a page failed')
    return c.html(page.body.join(''), status, { ...headers, 'cache-control': 'private, no-store' })
  }
}

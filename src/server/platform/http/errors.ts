import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../../../contract/platform/errors.ts'
import { Rejection } from '../db/rejection.ts'
import type { ReportError } from './error-report.ts'

type Issues = ErrorBody['issues']

/** An error response with a sentence for the user. Thrown anywhere in a route; `handleError` converts it. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode
  readonly issues: Issues
  readonly headers: Record<string, string>
  readonly needs: ErrorBody['needs']

  constructor(
    status: ContentfulStatusCode,
    message: string,
    options: { issues?: Issues; headers?: Record<string, string>; needs?: ErrorBody['needs'] } = {},
  ) {
    super(message)
    this.status = status
    this.issues = options.issues
    this.headers = options.headers ?? {}
    this.needs = options.needs
  }
}

export const notFound = (message: string) => new HttpError(404, message)
export const badRequest = (message: string, issues?: Issues) => new HttpError(400, message, { issues })

/**
 * Converts any thrown error into `{ message, issues? }`; a `Rejection` is a 422 at its field, or a 409. A system fault (such as a full disk) gets its own sentence, so that
 * the user knows that nothing was saved; any other error a fixed one. Both are reported.
 */
export function handleError(report: ReportError): ErrorHandler {
  return (thrown, c) => {
    const error = thrown instanceof Rejection ? toHttpError(thrown) : thrown
    if (error instanceof HttpError) {
      const { message, issues, needs } = error
      const body: ErrorBody = { message, ...(issues && { issues }), ...(needs && { needs }) }
      return c.json(body, error.status, error.headers)
    }
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    const fault = report(error, { requestId: c.req.header('x-request-id'), path: c.req.path }, 'request failed')
    if (fault) return c.json({ message: fault.sentence }, fault.status, { 'retry-after': '30' })
    return c.json({ message: 'Something went wrong on our side. Please try again.' }, 500)
  }
}

function toHttpError({ message, field }: Rejection): HttpError {
  if (field === undefined) return new HttpError(409, message)
  return new HttpError(422, message, { issues: [{ path: field, message }] })
}

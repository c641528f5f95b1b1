import type { ErrorHandler, HonoRequest } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { ErrorBody } from '../../../contract/errors.ts'
import type { Fault } from '../health/faults.ts'

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

/** Logs an error with its request; returns the system fault that `noteFault` recognizes in it. */
export type ReportError = (error: unknown, request: HonoRequest) => Fault | undefined

export function createErrorReport(log: Logger, noteFault: (error: unknown) => Fault | undefined): ReportError {
  return (error, request) => {
    const fault = noteFault(error)
    const requestId = request.header('x-request-id')
    log.error({ err: error, requestId, path: request.path }, fault?.sentence ?? 'request failed')
    return fault
  }
}

/**
 * Converts any thrown error into `{ message, issues? }`. A system fault that `report` recognizes (such as a full disk)
 * gets its own sentence, so that the user knows that nothing was saved; any other error a fixed one. Both are logged.
 */
export function handleError(report: ReportError): ErrorHandler {
  return (error, c) => {
    if (error instanceof HttpError) {
      const { message, issues, needs } = error
      const body: ErrorBody = { message, ...(issues && { issues }), ...(needs && { needs }) }
      return c.json(body, error.status, error.headers)
    }
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    const fault = report(error, c.req)
    if (fault) return c.json({ message: fault.sentence }, fault.status, { 'retry-after': '30' })
    return c.json({ message: 'Something went wrong on our side. Please try again.' }, 500)
  }
}

import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Fault } from '../health/faults.ts'
import { loggedPath } from './logged-path.ts'

export type ErrorContext = { requestId: string | undefined; path: string }

/** Logs an error of a request and records it for health. Returns the machine's fault that caused it, if any. */
export type ReportError = (error: unknown, context: ErrorContext, message: string) => Fault | undefined

export function createErrorReport(log: Logger, noteFault: (error: unknown) => Fault | undefined): ReportError {
  const logged = new WeakSet<object>()
  return (error, context, message) => {
    const fault = noteFault(error)
    if (typeof error === 'object' && error !== null) {
      // Requests that wait for the same rendering, and all reads of an outage, fail with one error.
      if (logged.has(error)) return fault
      logged.add(error)
    }
    log.error({ err: error, ...context, path: loggedPath(context.path) }, fault?.sentence ?? message)
    return fault
  }
}

/** The id that the request log has set, and the path without its parameters, which may hold a secret. */
export function contextOf({ headers, url = '' }: IncomingMessage): ErrorContext {
  const requestId = headers['x-request-id']
  return { requestId: typeof requestId === 'string' ? requestId : undefined, path: loggedPath(url) }
}

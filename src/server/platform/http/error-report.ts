import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Fault } from '../health/faults.ts'

export type ErrorContext = { requestId: string | undefined; path: string }

/** Logs an error of a request and records it for health. Returns the machine's fault that caused it, if any. */
export type ReportError = (error: unknown, context: ErrorContext, message: string) => Fault | undefined

export function createErrorReport(log: Logger, noteFault: (error: unknown) => Fault | undefined): ReportError {
  return (error, context, message) => {
    const fault = noteFault(error)
    log.error({ err: error, ...context }, fault?.sentence ?? message)
    return fault
  }
}

/** The id that the request log has set, and the path without its parameters, which may hold a secret. */
export function contextOf({ headers, url = '' }: IncomingMessage): ErrorContext {
  const requestId = headers['x-request-id']
  return { requestId: typeof requestId === 'string' ? requestId : undefined, path: url.split('?')[0]!.slice(0, 200) }
}

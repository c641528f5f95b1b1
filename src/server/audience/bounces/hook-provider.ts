import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import type { DeliveryReport } from './record-report.repo.ts'

/** A request to the webhook of a provider; its payload is the parsed JSON or the fields of a form. */
export type HookRequest = { header(name: string): string | undefined; text: string; payload: unknown }

export type HookContext = {
  /** The signing key; '' for providers without one. */
  key: string
  /** The topic of Amazon SNS that was confirmed; null before. */
  topic: string | null
  /** Makes a topic the only one; false if another one is. */
  pinTopic(topic: string): Promise<boolean>
  now: Date
  /** Fetches certificates and confirms subscriptions. */
  request: GuardedRequest
}

/** A report without what the route knows. Times may be missing. */
export type ProviderReport = Pick<DeliveryReport, 'eventId' | 'email' | 'kind' | 'detail'> & {
  at: string | number | undefined
  /** The header of the mail, not an id of the provider. */
  messageId?: string | null | undefined
}

export type HookProvider = {
  /** Whether the provider sent the request, or why it is refused. Absent: the secret address alone shows it. */
  verify?(request: HookRequest, context: HookContext): boolean | string | Promise<boolean | string>
  /** A key that is accepted only once, besides the ids of events: a signature that does not cover the events. */
  onceKey?(payload: unknown): string
  /** Throws a ZodError for a payload that is not documented; events that say nothing about delivery are left out. */
  toReports(payload: unknown): ProviderReport[]
  /** Completes a handshake of the provider. */
  confirm?(payload: unknown, context: HookContext): Promise<void>
}

/** In constant time. */
export function isEqual(first: Buffer, second: Buffer): boolean {
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Whether a time in seconds is at most `seconds` away from now. */
export function isRecent(time: string, now: Date, seconds: number): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= seconds
}

const EVENTS_MAX = 1000

/** The events of a batch, or a single one. */
export function asList(payload: unknown): unknown[] {
  return z
    .array(z.unknown())
    .check(z.maxLength(EVENTS_MAX))
    .parse(Array.isArray(payload) ? payload : [payload])
}

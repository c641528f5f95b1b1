import * as z from 'zod/mini'
import { csv, Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { listQuery } from '../platform/lists.ts'
import { charactersUpTo, emailAddress, moment, noNul, typed } from '../platform/text-fields.ts'
import { hookProviderNames } from './mail-hooks.ts'

/** 'hard': the address does not exist. 'soft': refused for now or for another reason. 'complaint': reported as spam. */
export const BounceKind = z.enum(['hard', 'soft', 'complaint'])
export type BounceKind = z.infer<typeof BounceKind>

/** Why an address gets no newsletters. */
export const SuppressionReason = z.enum(['hard-bounce', 'soft-bounces', 'complaint', 'owner'])
export type SuppressionReason = z.infer<typeof SuppressionReason>

/** Who reported it: the mail server's own reply, a webhook of a provider, a report in a mailbox, or the owner. */
export const SuppressionSource = z.enum(['smtp', ...hookProviderNames, 'mailbox', 'owner'])
export type SuppressionSource = z.infer<typeof SuppressionSource>

/** An address that gets no newsletters. */
export const Suppression = z.object({
  /** Null once the personal data of its owner was erased: only a hash is kept. */
  email: z.nullable(z.string()),
  /** Names the row in requests, also without an address. */
  key: z.string(),
  reason: SuppressionReason,
  source: SuppressionSource,
  /** The response of the mail server or the provider, or the owner's note. */
  detail: z.string(),
  createdAt: z.string(),
})
export type Suppression = z.infer<typeof Suppression>

export const SuppressionQuery = listQuery(['createdAt', 'email', 'reason'], { reason: z.optional(SuppressionReason) })
export type SuppressionQuery = z.infer<typeof SuppressionQuery>

/** Addresses that the owner adds at once. */
export const SUPPRESSIONS_MAX = 1000

export const SuppressionsInput = z.object({
  emails: z
    .array(emailAddress(), { error: 'Required' })
    .check(
      z.minLength(1, 'Please enter an address'),
      z.maxLength(SUPPRESSIONS_MAX, 'Please enter at most 1,000 addresses at once'),
    ),
})
export type SuppressionsInput = z.infer<typeof SuppressionsInput>

/** An address, or `#` with the hash of an erased one. It is sent in the body, since URLs end up in logs. */
const SuppressionKey = z
  .string({ error: 'Required' })
  .check(typed(), charactersUpTo(254), z.regex(/^#[\da-f]{64}$|^[^#\0][^\0]*@[^\0]+$/, 'Invalid input'))

const SuppressionChoice = z.object({ key: SuppressionKey })

/** A removed row, which undo sends back. */
const RemovedSuppression = z.object({
  key: SuppressionKey,
  reason: SuppressionReason,
  source: SuppressionSource,
  detail: z.string().check(charactersUpTo(500), noNul()),
  createdAt: moment(),
})

const write = { idempotent: true, purges: [] } as const

export const listSuppressions = ownerRead('/suppressions', {
  summary: 'Addresses that get no newsletters, newest first',
  query: SuppressionQuery,
  list: true,
  responses: { 200: json('The addresses', z.array(Suppression)) },
})

export const exportSuppressions = ownerRead('/suppressions.csv', {
  stepUp: true,
  summary: 'The same as a table, all pages of it',
  query: SuppressionQuery,
  audit: 'Downloaded suppressed addresses',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const addSuppressions = ownerWrite('POST', '/suppressions', {
  ...write,
  summary: 'Suppress addresses; those that are suppressed already stay as they are',
  body: SuppressionsInput,
  audit: 'Suppressed …',
  responses: { 200: json('How many were added', z.object({ added: z.number(), alreadyThere: z.number() })) },
})

export const removeSuppression = ownerWrite('POST', '/suppressions/remove', {
  ...write,
  summary: 'Let an address get newsletters again',
  body: SuppressionChoice,
  notFound: 'This address is not suppressed',
  audit: 'Removed the suppression of …',
  responses: { 200: json('What was removed', RemovedSuppression) },
})

export const restoreSuppression = ownerWrite('POST', '/suppressions/restore', {
  ...write,
  summary: 'Undo the removal of a suppression',
  body: RemovedSuppression,
  audit: 'Undid the removal of the suppression of …',
  responses: { 200: json('Suppressed again', Empty) },
})

import * as z from 'zod/mini'
import type { FilterReason } from './analytics.ts'

/** Where a reader came from; `internal` is another page of the site. */
export const ReferrerKind = z.enum(['search', 'social', 'assistant', 'newsletter', 'direct', 'internal', 'other'])
export type ReferrerKind = z.infer<typeof ReferrerKind>

/** Why a view is not counted as a person's: the reasons of clicks and two of requests that show no page; `hidden-referrer` of hosts that the owner hid. */
export type ViewReason = FilterReason | 'head' | 'not-navigation' | 'hidden-referrer'

/** People's views from one host. */
export const Referrer = z.object({ kind: ReferrerKind, host: z.string(), views: z.number().check(z.int()) })
export type Referrer = z.infer<typeof Referrer>

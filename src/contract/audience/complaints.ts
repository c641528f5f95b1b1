import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** Newsletters that were delivered in a period, and those of them that readers reported as spam. */
export const ComplaintCount = z.object({ delivered: z.number(), complaints: z.number() })
export type ComplaintCount = z.infer<typeof ComplaintCount>

export const Complaints = z.object({
  /** The last 7 days. */
  week: ComplaintCount,
  /** The last 30 days. */
  month: ComplaintCount,
  /** Whether automatic newsletters and digests wait for the owner because of them. */
  isHeld: z.boolean(),
})
export type Complaints = z.infer<typeof Complaints>

/** With fewer delivered newsletters a rate says nothing. */
const DELIVERED_LEAST = 100
/** The shares that large mailbox providers name: from the first they sort mail out, from the second they reject it. */
const SHARES = { notice: 0.001, hold: 0.003 }

/** 'notice': readers complain too often. 'hold': so often that automatic newsletters pause. */
export function complaintLevel({ delivered, complaints }: ComplaintCount): 'fine' | 'notice' | 'hold' {
  if (delivered < DELIVERED_LEAST || complaints < SHARES.notice * delivered) return 'fine'
  return complaints < SHARES.hold * delivered ? 'notice' : 'hold'
}

/** The reason of the pause, where a newsletter that waits shows one. */
export const COMPLAINTS_HELD =
  'Automatic newsletters are paused: of 1,000 newsletters delivered in the last 7 days, readers reported 3 or more as spam, and mailbox providers reject such senders. Look at who gets them and what they were promised, then let them go on.'

export const findComplaints = ownerRead('/newsletter-complaints', {
  summary:
    'How many newsletters of the last days readers reported as spam, and whether automatic ones are paused for it',
  responses: { 200: json('The counts', Complaints) },
})

export const releaseAutomatic = ownerWrite('POST', '/newsletter-complaints/release', {
  summary:
    'Let automatic newsletters go on after complaints; only what is delivered from now on counts towards another pause',
  body: Empty,
  purges: [],
  audit: 'Let automatic newsletters go on after complaints',
  responses: { 200: json('They go on', Complaints) },
})

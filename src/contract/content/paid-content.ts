import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'

/** Whether something that readers see was a gift, and whether something was paid for by a brand. */
export const PaidContent = z.object({ hasGifts: z.boolean(), isPaid: z.boolean() })
export type PaidContent = z.infer<typeof PaidContent>

export const findPaidContent = publicRead('/paid-content', {
  summary: 'Whether products were gifts of their brands, and whether any is sponsored',
  dependsOn: ['products', 'posts'],
  cacheable: true,
  responses: { 200: json('The state of the public site', PaidContent) },
})

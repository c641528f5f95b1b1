import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'
import { Network, SaleStatus } from './earnings.ts'

const Count = z.number().check(z.int())
const Text = z.nullable(z.string())

/** A state of a sale as the ledger holds it. Amounts are in minor units. */
export const SaleEvent = z.object({
  id: z.number(),
  network: Network,
  externalId: z.string(),
  /** `void` takes a sale that was entered by mistake out of all sums. */
  status: z.enum([...SaleStatus.options, 'void']),
  commission: Count,
  saleAmount: z.nullable(Count),
  currency: z.string(),
  /** As reported: a time in UTC or a day. */
  clickedAt: Text,
  orderedAt: Text,
  postedAt: Text,
  reason: Text,
  origin: z.enum(['manual', 'postback', 'push', 'import']),
  /** The file of the import that brought it; null for another origin. */
  fileName: Text,
  fileRow: z.nullable(Count),
  recordedAt: z.string(),
  /** Whether the present state of the sale is this one. */
  isCurrent: z.boolean(),
})
export type SaleEvent = z.infer<typeof SaleEvent>

export const listSaleEvents = ownerRead('/earnings/sales/:id/events', {
  summary:
    'The states of one sale in the ledger in the order of their recording, with those of the conversion that it is',
  notFound: 'Sale not found',
  responses: { 200: json('The states', z.array(SaleEvent)) },
})

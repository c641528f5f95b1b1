import type { NetworkName } from '../../../../contract/shop/networks.ts'

export type SaleStatus = 'pending' | 'approved' | 'paid' | 'reversed'

/**
 * A sale, or a change of one, as a network's report tells it. Amounts are in minor units of `currency` and negative for a
 * return; times are ISO 8601 in UTC, or days `YYYY-MM-DD` where the report has no time.
 */
export type ReportRow = {
  network: NetworkName
  /**
   * The network's own id of the sale or, where it has none (Amazon), a fingerprint of what makes it a sale of its own: `hasOwnId`
   * is then false and the importer counts identical rows of one file by occurrence.
   */
  externalId: string
  hasOwnId: boolean
  /** The sub-id of the link. */
  clickRef: string | null
  /** The tag of the link: Amazon's `site-20`, a site or property of another network. */
  trackingId: string | null
  advertiser: string | null
  orderId: string | null
  sku: string | null
  productName: string | null
  clickedAt: string | null
  orderedAt: string | null
  postedAt: string | null
  quantity: number | null
  saleMinor: number | null
  commissionMinor: number
  /** The fraction of the commission beyond that; absent in a row that an earlier version has staged. */
  commissionRest?: number
  /** ISO 4217. */
  currency: string
  status: SaleStatus
  /** The id of the sale that this row corrects or reverses. */
  originalExternalId: string | null
  reason: string | null
  /** The voucher or promotion code that the buyer used; the text is the network's. */
  promoCode: string | null
  /** The key of the program, where the ledger has to tell programs of one network apart. */
  program?: string | null
  /** The row of the file, as a spreadsheet counts: the first line is 1. */
  row: number
}

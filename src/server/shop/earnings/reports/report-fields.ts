/** The fields that a column of a report may hold. The labels are those of the column mapping. */
export const reportFields = {
  externalId: 'Transaction ID',
  originalExternalId: 'ID of the corrected transaction',
  original: 'Original (no for a correction)',
  clickRef: 'Sub-ID',
  clickRef2: 'Second sub-ID',
  trackingId: 'Tracking ID',
  advertiser: 'Advertiser',
  advertiserId: 'Advertiser ID',
  orderId: 'Order ID',
  sku: 'SKU or ASIN',
  productName: 'Product name',
  clickedAt: 'Click date',
  clickedTime: 'Click time',
  orderedAt: 'Order date',
  orderedTime: 'Order time',
  postedAt: 'Posting date',
  postedTime: 'Posting time',
  quantity: 'Quantity',
  returns: 'Returned items',
  clicks: 'Clicks',
  price: 'Price of one item',
  saleAmount: 'Sale amount',
  saleCurrency: 'Currency of the sale',
  commission: 'Commission',
  currency: 'Currency',
  status: 'Status',
  voided: 'Voided',
  reversedAt: 'Reversal date',
  locked: 'Locked',
  paid: 'Paid (yes or no)',
  paidAt: 'Payment date',
  updateId: 'ID of a change (Impact)',
  updatedAt: 'Date of a change (Impact)',
  commissionChange: 'Change of the commission (Impact)',
  saleChange: 'Change of the sale (Impact)',
  statementId: 'Payment statement',
  eventType: 'Type of event',
  reason: 'Reason or comment',
  promoCode: 'Voucher or promotion code',
} as const

export type ReportField = keyof typeof reportFields

export const dateFields = ['orderedAt', 'postedAt', 'clickedAt', 'reversedAt', 'paidAt', 'updatedAt'] as const
export const amountFields = ['commission', 'saleAmount', 'price', 'commissionChange', 'saleChange'] as const

/** Zero-based positions of columns. */
export type ReportColumns = Partial<Record<ReportField, number>>

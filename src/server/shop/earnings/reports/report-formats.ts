import type { NetworkName } from '../../../../contract/shop/networks.ts'
import {
  amazonBonus,
  amazonBounties,
  amazonClicks,
  amazonEarnings,
  amazonOrders,
  amazonTracking,
} from './amazon-headers.ts'
import type { DateOrder } from './report-dates.ts'
import type { ReportField } from './report-fields.ts'
import type { SaleStatus } from './report-row.ts'

/** Headers by field, as `readHeader` writes them, the most usual one first. */
type FieldHeaders = Partial<Record<ReportField, string>>

type FormatDeclaration = {
  network: NetworkName
  label: string
  /** False for a summary, whose rows are not sales of their own. */
  isLedger: boolean
  headers: FieldHeaders
  /** Fields without which it is another report. A list inside of it is satisfied by any of its fields. */
  required: readonly (ReportField | readonly ReportField[])[]
  /** In the name of its sheet or file, or above its header: as good as a telltale header. */
  title?: RegExp
  /** Headers of which it has one at least, since the required ones occur in reports of several networks. */
  telltales?: string
  /** Headers that it does not have. */
  without?: string
  /** The order of its dates where that is known; dates that contradict it still count. */
  dateOrder?: DateOrder
  /** Times without a zone are in UTC; of other formats only the day is taken. */
  isUtc?: true
  /** The status of rows whose report has none. */
  status: SaleStatus
}

/** The reports that are recognised by their header. Headers that no published file or manual shows are marked in the decision record. */
export const reportFormats = {
  'amazon-earnings': amazonEarnings,
  'amazon-orders': amazonOrders,
  'amazon-bounties': amazonBounties,
  'amazon-tracking': amazonTracking,
  'amazon-bonus': amazonBonus,
  'amazon-clicks': amazonClicks,
  'awin-transactions': {
    network: 'awin',
    label: 'Awin: transactions',
    isLedger: true,
    headers: {
      externalId: 'id transactionid',
      advertiser: 'advertisername advertiser merchantname merchant programmename sitename',
      advertiserId: 'advertiserid merchantid',
      trackingId: 'publisherid affiliateid',
      saleAmount: 'saleamount transactionamount ordervalue salevalue',
      saleCurrency: 'saleamountcurrency saleamountamountcurrency',
      commission: 'commission commissionamount commissionamountamount publishercommission',
      currency: 'commissionamountcurrency commissioncurrency currency transactioncurrency',
      orderedAt: 'date transactiondate',
      clickedAt: 'clickdate clicktime clickthroughtime',
      postedAt: 'validationdate',
      status: 'commissionstatus status transactionstatus',
      clickRef: 'clickref clickref1 clickreference clickrefsclickref',
      clickRef2: 'clickref2 clickreference2',
      orderId: 'extra orderref orderreference',
      productName: 'productname',
      reason: 'declinereason amendreason',
      promoCode: 'vouchercode',
      paid: 'paidtopublisher paid',
    },
    required: ['externalId', 'commission', 'status', 'orderedAt'],
    telltales: 'commissionstatus clickref clickref1 clickreference validationdate declinereason paidtopublisher',
    status: 'pending',
  },
  'cj-commissions': {
    network: 'cj',
    label: 'CJ: commissions',
    isLedger: true,
    headers: {
      externalId: 'commissionid actionid',
      originalExternalId: 'originalactionid',
      original: 'original',
      status: 'actionstatus status',
      advertiser: 'advertisername advertiser',
      advertiserId: 'advertiserid cid',
      clickedAt: 'clickdate',
      orderedAt: 'eventdate',
      postedAt: 'postingdate',
      commission: 'publishercommission pubcommissionamount commissionamount commission',
      saleAmount: 'saleamount',
      clickRef: 'shopperid sid',
      orderId: 'orderid',
      trackingId: 'websiteid pid websitename',
      reason: 'correctionreason',
      currency: 'currency publishercurrency',
    },
    required: ['externalId', 'commission', ['postedAt', 'orderedAt']],
    telltales: 'actionstatus originalactionid shopperid sid actiontype',
    status: 'pending',
  },
  'impact-actions': {
    network: 'impact',
    label: 'Impact: actions',
    isLedger: true,
    headers: {
      externalId: 'actionid id',
      status: 'state status actionstatus',
      advertiser: 'campaignname campaign brand brandname programname',
      advertiserId: 'campaignid brandid',
      clickedAt: 'referringdate clickdate',
      orderedAt: 'eventdate actiondate',
      postedAt: 'postingdate clearingdate cleareddate',
      commission: 'payout actionearnings earnings actioncost',
      saleAmount: 'saleamount amount',
      clickRef: 'subid1 subid',
      clickRef2: 'sharedid',
      orderId: 'oid orderid',
      sku: 'sku itemsku',
      productName: 'itemname',
      currency: 'currency payoutcurrency',
      promoCode: 'promocode',
      statementId: 'paystubid',
      eventType: 'eventtype actiontracker actiontrackername',
      // Its list of changes has them; `Id` is that of the change there.
      updateId: 'updateid actionupdateid id',
      updatedAt: 'updatedate modificationdate',
      commissionChange: 'deltapayout',
      saleChange: 'deltaamount',
    },
    required: ['externalId', ['commission', 'commissionChange'], ['orderedAt', 'updatedAt']],
    telltales:
      'actionid deltapayout actiontrackerid actiontracker actiontrackername paystubid clearingdate actionearnings',
    without: 'original originalactionid',
    status: 'pending',
  },
  'rakuten-signature-orders': {
    network: 'rakuten',
    label: 'Rakuten Advertising: signature orders',
    isLedger: true,
    headers: {
      clickRef: 'memberidu1 u1 memberid',
      advertiserId: 'mid advertiserid',
      advertiser: 'advertisername',
      orderId: 'orderid',
      orderedAt: 'transactiondate',
      orderedTime: 'transactiontime',
      sku: 'sku skunumber',
      saleAmount: 'sales grosssales',
      quantity: 'ofitems items noofitems numberofitems quantity',
      commission: 'totalcommission grosstotalcommissions totalcommissions commissions commission',
      postedAt: 'processdate',
      postedTime: 'processtime',
      currency: 'currency',
      productName: 'productname',
    },
    required: ['orderId', 'commission', 'orderedAt', 'sku'],
    telltales: 'memberidu1 u1 mid',
    dateOrder: 'mdy',
    isUtc: true,
    status: 'approved',
  },
  'shareasale-activity': {
    network: 'shareasale',
    label: 'ShareASale: activity details',
    isLedger: true,
    headers: {
      externalId: 'transid transactionid',
      advertiserId: 'merchantid',
      advertiser: 'merchantorganization merchant merchantname',
      orderedAt: 'transdate',
      saleAmount: 'transamount',
      commission: 'commission',
      reason: 'comment',
      voided: 'voided',
      reversedAt: 'reversaldate',
      locked: 'locked',
      paidAt: 'paiddate',
      clickedAt: 'clickdate',
      clickedTime: 'clicktime',
      clickRef: 'affcomment afftrack affiliatecomment',
      sku: 'skulist',
      originalExternalId: 'referencetrans',
      eventType: 'transtype',
    },
    required: ['externalId', 'commission', 'orderedAt'],
    telltales: 'transid transdate voided',
    dateOrder: 'mdy',
    status: 'pending',
  },
  'skimlinks-commissions': {
    network: 'skimlinks',
    label: 'Skimlinks: commissions',
    isLedger: true,
    headers: {
      externalId: 'commissionid transactionid',
      advertiser: 'merchantname merchant advertisername advertiser',
      advertiserId: 'merchantid advertiserid',
      trackingId: 'publisherdomain domain publisherdomainname publisherdomainid domainid siteid',
      orderedAt: 'transactiondate saledate orderdate date',
      clickedAt: 'clickdate clicktime',
      postedAt: 'lastupdated lastupdateddate',
      saleAmount: 'ordervalue orderamount saleamount basketorderamount sales salesvalue',
      commission: 'publisheramount publishercommission commissionamount commission earnings',
      currency: 'currency basketcurrency',
      status: 'status commissionstatus transactionstatus paymentstatus',
      clickRef: 'customid xcust customtracking clickcustomid',
      quantity: 'items quantity',
    },
    required: ['externalId', 'commission', 'orderedAt'],
    telltales: 'customid xcust clickcustomid publisherdomainid publisherdomain publisheramount',
    status: 'pending',
  },
  'sovrn-transactions': {
    network: 'sovrn',
    label: 'Sovrn Commerce: transactions',
    isLedger: true,
    headers: {
      externalId: 'commissionid transactionid revenueid',
      advertiser: 'merchantname merchant',
      advertiserId: 'merchantid merchantgroupid',
      trackingId: 'sitename site siteid campaign campaignname',
      orderedAt: 'eventdate actiondate commissiondate transactiondate date',
      clickedAt: 'clickdate clicktime',
      postedAt: 'addedtimestamp processeddate',
      saleAmount: 'ordervalue saleamount salevalue ordertotal',
      commission: 'revenue commissions commission earnings publisherrevenue',
      currency: 'currency',
      status: 'status transactionstatus',
      clickRef: 'cuid customid customuserid',
      orderId: 'orderid',
    },
    required: ['commission', 'orderedAt', 'clickRef'],
    telltales: 'cuid',
    status: 'pending',
  },
  linkclicky: {
    network: 'generic',
    label: 'LinkClicky layout',
    isLedger: true,
    headers: {
      clickRef: 'trackid',
      eventType: 'type',
      commission: 'commission',
      saleAmount: 'sale',
      orderedAt: 'eventdate',
      currency: 'currency',
      orderId: 'orderid',
    },
    required: ['clickRef', 'eventType', 'commission', 'orderedAt'],
    telltales: 'trackid',
    isUtc: true,
    status: 'approved',
  },
  generic: {
    network: 'generic',
    label: 'Another report',
    isLedger: true,
    headers: {
      externalId: 'transactionid saleid conversionid commissionid actionid eventid id',
      clickRef: 'subid subid1 sid clickref click clickid xcust u1 afftrack customid tid',
      clickRef2: 'subid2',
      trackingId: 'trackingid trackingtag site website campaign',
      advertiser: 'advertiser advertisername merchant merchantname brand program programme store shop',
      orderId: 'orderid ordernumber orderref orderno',
      sku: 'sku asin productid articlenumber',
      productName: 'productname product item itemname title name',
      clickedAt: 'clickdate clicktime clicked clickedat',
      orderedAt: 'orderdate saledate transactiondate eventdate date ordered datum fecha data created createdat',
      postedAt: 'postingdate validationdate processdate approvaldate',
      quantity: 'quantity qty items menge anzahl quantite cantidad quantita',
      saleAmount: 'saleamount ordervalue sale sales amount revenue ordertotal orderamount umsatz',
      commission: 'commission commissions commissionamount payout earnings earning provision commissione comision',
      currency: 'currency currencycode wahrung devise moneda valuta',
      status: 'status state commissionstatus',
      reason: 'reason comment',
      promoCode: 'vouchercode promocode couponcode coupon voucher',
    },
    required: ['commission', ['orderedAt', 'postedAt', 'clickedAt']],
    status: 'approved',
  },
} as const satisfies Record<string, FormatDeclaration>

export type ReportFormat = keyof typeof reportFormats

export const declarationOf = (format: ReportFormat): FormatDeclaration => reportFormats[format]

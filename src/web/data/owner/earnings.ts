import { queryOptions } from '@tanstack/react-query'
import {
  beginEarningImport,
  CHUNK_BYTES,
  confirmEarningImport,
  discardEarningImport,
  type EarningImport,
  findEarningImport,
  listEarningImports,
  planEarningImport,
  sendImportChunk,
  surveyEarningImport,
  undoEarningImport,
  workingStates,
} from '../../../contract/shop/earning-imports.ts'
import {
  createEarningRule,
  deleteEarningRule,
  listEarningRules,
  listUnattributed,
  listUnknownProducts,
  type UnattributedGroup,
} from '../../../contract/shop/earning-rules.ts'
import {
  type DateBasis,
  type EarningsGroup,
  type EarningsSummary,
  exportSales,
  exportViews,
  findEarnings,
  listEarningsAdvice,
  listSales,
  type Sale,
  type SaleStatus,
} from '../../../contract/shop/earnings.ts'
import { hideReferrer, showReferrer } from '../../../contract/shop/hidden-referrers.ts'
import { listSaleEvents } from '../../../contract/shop/sale-events.ts'
import { newKey } from '../api.ts'
import { urlOf } from '../call.ts'
import { ownerQuery, ownerUploadTo, ownerWrite, useOwnerWrite } from './owner-call.ts'

export type EarningsPeriod = { startDate: string; endDate: string; basis: DateBasis; currency: string | undefined }

/** Selects the sales behind a number. */
export type SalesSelection = { status?: SaleStatus; group?: EarningsGroup; key?: string }

export const earningsQuery = (period: EarningsPeriod) => ({
  ...ownerQuery(findEarnings, { query: period }),
  // The previous period stays, dimmed, until the next one has arrived.
  placeholderData: (previous: EarningsSummary | undefined) => previous,
})

export const SALES_PAGE = 25

export const salesQuery = (period: EarningsPeriod, selection: SalesSelection, page: number) => ({
  ...ownerQuery(listSales, { query: { ...period, ...selection, page, limit: SALES_PAGE } }),
  placeholderData: (previous: { items: Sale[]; total: number } | undefined) => previous,
})

export const saleEventsQuery = (id: number) => ownerQuery(listSaleEvents, { params: { id } })

export const salesFileHref = (period: EarningsPeriod, selection: SalesSelection) =>
  urlOf(exportSales, { query: { ...period, ...selection } })

export const viewsFileHref = (range: Pick<EarningsPeriod, 'startDate' | 'endDate'>) =>
  urlOf(exportViews, { query: range })

export const useHideReferrer = () => useOwnerWrite(hideReferrer)
export const useShowReferrer = () => useOwnerWrite(showReferrer)

export const earningsAdviceQuery = () => ownerQuery(listEarningsAdvice)
export const UNATTRIBUTED_PAGE = 25

export const unattributedQuery = (page: number) => ({
  ...ownerQuery(listUnattributed, { query: { page, limit: UNATTRIBUTED_PAGE } }),
  placeholderData: (previous: { items: UnattributedGroup[]; total: number } | undefined) => previous,
})

export const unknownProductsQuery = () => ownerQuery(listUnknownProducts)
export const earningRulesQuery = () => ownerQuery(listEarningRules)
export const useCreateRule = () => useOwnerWrite(createEarningRule, { showsError: true })
export const useDeleteRule = () => useOwnerWrite(deleteEarningRule)

const POLL_MS = 700

export const earningImportsQuery = () =>
  queryOptions({
    ...ownerQuery(listEarningImports, { query: { limit: 20 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => workingStates.includes(item.state)) ? POLL_MS : false,
  })

/** Polls while the server works on it. */
export const earningImportQuery = (id: number) =>
  queryOptions({
    ...ownerQuery(findEarningImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && workingStates.includes(state.data.state) ? POLL_MS : false),
  })

export const usePlanImport = () => useOwnerWrite(planEarningImport, { showsError: true })
export const useConfirmImport = () => useOwnerWrite(confirmEarningImport, { showsError: true })
export const useUndoImport = () => useOwnerWrite(undoEarningImport, { showsError: true })
export const useDiscardImport = () => useOwnerWrite(discardEarningImport)

/** Sends a report part by part and has it read; returns its import. A part that fails is sent once more. */
export async function uploadReport(file: File, onProgress: (part: number) => void): Promise<EarningImport> {
  const begun = await ownerWrite(beginEarningImport, { body: { fileName: file.name, fileSize: file.size } }, newKey())
  for (let from = 0; from < file.size; from += CHUNK_BYTES) {
    const chunk = file.slice(from, from + CHUNK_BYTES)
    await sendChunk(begun.id, from / CHUNK_BYTES, chunk).catch(() => sendChunk(begun.id, from / CHUNK_BYTES, chunk))
    onProgress(Math.min(1, (from + CHUNK_BYTES) / file.size))
  }
  return ownerWrite(surveyEarningImport, { params: { id: begun.id } }, newKey())
}

function sendChunk(id: number, position: number, chunk: Blob): Promise<object> {
  const form = new FormData()
  form.append('file', chunk, 'part')
  return ownerUploadTo(sendImportChunk, form, { params: { id }, query: { position }, key: newKey() })
}

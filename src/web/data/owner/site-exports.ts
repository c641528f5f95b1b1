import { queryOptions } from '@tanstack/react-query'
import {
  beginSiteExport,
  cancelSiteExport,
  deleteSiteExport,
  downloadSiteExport,
  listSiteExports,
} from '../../../contract/app/site-exports.ts'
import { urlOf } from '../call.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

/** In milliseconds. */
const PROGRESS_EVERY = 1000

/** Polls while an export is running. */
export const siteExportsQuery = () =>
  queryOptions({
    ...ownerQuery(listSiteExports),
    refetchInterval: ({ state }) => (state.data?.running ? PROGRESS_EVERY : false),
  })

/** The URL that downloads an export. */
export const siteExportHref = (name: string) => urlOf(downloadSiteExport, { params: { name } })

export const useBeginSiteExport = () => useOwnerWrite(beginSiteExport, { showsError: true })
export const useCancelSiteExport = () => useOwnerWrite(cancelSiteExport)
export const useDeleteSiteExport = () => useOwnerWrite(deleteSiteExport)

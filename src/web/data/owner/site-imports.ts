import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  beginArchiveImport,
  beginImportUpload,
  beginSiteImport,
  cancelImportUpload,
  cancelSiteImport,
  confirmSiteImport,
  deleteImportFile,
  downloadImportReport,
  finishImportUpload,
  listImportItems,
  listSiteImports,
  readImportSurvey,
  type SiteImport,
  saveImportChoices,
  sendImportPart,
  undoSiteImport,
} from '../../../contract/app/site-imports.ts'
import { urlOf } from '../call.ts'
import type { UploadOptions } from './owner-api.ts'
import { ownerQuery, ownerUploadTo, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { uploadInParts } from './upload-in-parts.ts'

/** In milliseconds. */
const PROGRESS_EVERY = 1500

/** Whether the job works on it. */
export const isWorking = ({ state }: SiteImport) => state === 'reading' || state === 'importing' || state === 'undoing'

/** Polls while the job works. */
export const siteImportsQuery = () =>
  queryOptions({
    ...ownerQuery(listSiteImports),
    refetchInterval: ({ state }) => (state.data?.current && isWorking(state.data.current) ? PROGRESS_EVERY : false),
  })

/** In milliseconds, until the uploaded files of an import that has ended are deleted. */
const DELETED_AFTER = 3000

/** Reads everything again that an import or its undoing has changed. */
export function useRefreshAfterImport(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    const [, path] = siteImportsQuery().queryKey
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== path })
    setTimeout(() => void queryClient.invalidateQueries(siteImportsQuery()), DELETED_AFTER)
  }, [queryClient])
}

export const importSurveyQuery = (id: number) => ownerQuery(readImportSurvey, { params: { id } })

/** A page of the items with a note. */
export const importItemsQuery = (id: number, query: { note: string; page: number; limit: number }) =>
  ownerQuery(listImportItems, { params: { id }, query })

export const importReportHref = (id: number) => urlOf(downloadImportReport, { params: { id } })

export const useBeginSiteImport = () => useOwnerWrite(beginSiteImport, { showsError: true })
export const useBeginArchiveImport = () => useOwnerWrite(beginArchiveImport, { showsError: true })
export const useSaveImportChoices = () => useOwnerWrite(saveImportChoices)
export const useConfirmSiteImport = () => useOwnerWrite(confirmSiteImport, { showsError: true })
export const useCancelSiteImport = () => useOwnerWrite(cancelSiteImport, { showsError: true })
export const useUndoSiteImport = () => useOwnerWrite(undoSiteImport, { showsError: true })
export const useDeleteImportFile = () => useOwnerWrite(deleteImportFile, { showsError: true })

type ExportFileOptions = { onProgress: (part: number) => void; signal: AbortSignal }

/** Uploads a file of an export. One that was started before goes on; after a failure it is kept, so that it can. */
export async function uploadExportFile(file: File, { onProgress, signal }: ExportFileOptions): Promise<void> {
  const { name, size } = file
  const { id, received } = await ownerWrite(beginImportUpload, { body: { name, size } })
  const send = (form: FormData, offset: number, options: UploadOptions) =>
    ownerUploadTo(sendImportPart, form, { params: { id }, query: { offset }, ...options })
  try {
    await uploadInParts(file, { received, onProgress, signal, send })
  } catch (error) {
    if (signal.aborted) await ownerWrite(cancelImportUpload, { params: { id } }).catch(() => {})
    throw error
  }
  await ownerWrite(finishImportUpload, { params: { id }, body: { name } })
}

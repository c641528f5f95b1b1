import { useMutation } from '@tanstack/react-query'
import type { ColumnMapping, ImportCounts, ImportPlan } from '../../../contract/product-import.ts'
import { ownerUpload } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type Upload = {
  file: File
  /** Without it the columns are guessed. */
  columns?: ColumnMapping
  /** Called with the part of the file that has left this machine, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Asks what an import would do. It writes nothing. */
export function usePlanImport() {
  return useMutation({
    mutationFn: ({ onProgress, ...upload }: Upload) =>
      ownerUpload<ImportPlan>('/api/products/import?dryRun=true', toForm(upload), { onProgress }),
    retry: false,
  })
}

export type ImportRun = Upload & { plan: string; skipRefused: boolean }

/** Does what a plan says. */
export function useRunImport() {
  return useOwnerMutation(({ plan, skipRefused, onProgress, ...upload }: ImportRun, key) => {
    const form = toForm(upload)
    form.set('plan', plan)
    form.set('skipRefused', String(skipRefused))
    return ownerUpload<ImportCounts>('/api/products/import', form, { key, onProgress })
  })
}

function toForm({ file, columns }: Upload): FormData {
  const form = new FormData()
  form.set('file', file)
  if (columns) form.set('columns', JSON.stringify(columns))
  return form
}

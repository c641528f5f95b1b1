import { useMutation } from '@tanstack/react-query'
import type { ImportDecisions } from '../../../contract/shop/import-decisions.ts'
import { type ColumnMapping, importProducts, planProductImport } from '../../../contract/shop/product-import.ts'
import { listProductImports, undoProductImport } from '../../../contract/shop/product-imports.ts'
import { ownerQuery, ownerUploadTo, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type Upload = {
  file: File
  /** Without it the columns are guessed. */
  columns?: ColumnMapping
  decisions: ImportDecisions
  /** Called with the sent part of the file, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Makes the plan of an import; writes nothing. */
export function usePlanImport() {
  return useMutation({
    mutationFn: ({ onProgress, ...upload }: Upload) =>
      ownerUploadTo(planProductImport, toForm(upload), { query: { dryRun: 'true' }, onProgress }),
    retry: false,
  })
}

export type ImportRun = Upload & { plan: string; skipRefused: boolean }

/** Carries out a plan. */
export function useRunImport() {
  return useOwnerMutation(({ plan, skipRefused, onProgress, ...upload }: ImportRun, key) => {
    const form = toForm(upload)
    form.set('plan', plan)
    form.set('skipRefused', String(skipRefused))
    return ownerUploadTo(importProducts, form, { key, onProgress })
  })
}

function toForm({ file, columns, decisions }: Upload): FormData {
  const form = new FormData()
  form.set('file', file)
  if (columns) form.set('columns', JSON.stringify(columns))
  form.set('decisions', JSON.stringify(decisions))
  return form
}

/** The imports that can still be undone. */
export const productImportsQuery = () => ownerQuery(listProductImports)

export const useUndoProductImport = () => useOwnerWrite(undoProductImport, { showsError: true })

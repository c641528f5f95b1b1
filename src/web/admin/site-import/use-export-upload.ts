import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { siteImportsQuery, uploadExportFile } from '../../data/owner/site-imports.ts'
import { messageOf } from '../kit/server-errors.ts'

type Uploading = { name: string; part: number }

/** Uploads the files of an export, one after the other. */
export function useExportUpload() {
  const queryClient = useQueryClient()
  const [uploading, setUploading] = useState<Uploading>()
  const [error, setError] = useState<string>()
  const aborting = useRef<AbortController>(undefined)
  const start = async (files: readonly File[]) => {
    aborting.current = new AbortController()
    const { signal } = aborting.current
    setError(undefined)
    try {
      for (const file of files) {
        setUploading({ name: file.name, part: 0 })
        await uploadExportFile(file, { signal, onProgress: (part) => setUploading({ name: file.name, part }) })
        await queryClient.invalidateQueries({ queryKey: siteImportsQuery().queryKey })
      }
    } catch (failure) {
      if (!signal.aborted) setError(messageOf(failure))
    } finally {
      setUploading(undefined)
    }
  }
  return { uploading, error, start, cancel: () => aborting.current?.abort(new Error('The upload was stopped')) }
}

import { useEffect, useState } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { submission } from '../../data/mutations.ts'
import { useUploadImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { ownerCopy } from '../kit/owner-copy.ts'
import { sentenceOf } from '../kit/refusals.ts'

/** The specification's progress: 5 more each 100 ms up to 90, 100 on success, then none. */
const STEP = 5
const STEP_MS = 100
const WAITING_AT = 90
const DONE_MS = 600

export type UploadState = {
  /** 0 to 100; undefined while nothing is uploaded. */
  progress: number | undefined
  /** Why the last file was not taken. */
  error: string | undefined
  upload: (file: File) => void
}

export function useUpload(onUploaded: (image: OwnerImage) => void): UploadState {
  const [progress, setProgress] = useState<number>()
  const upload = useUploadImage()
  const isRunning = progress !== undefined && progress < 100

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setProgress((before) => Math.min(WAITING_AT, (before ?? 0) + STEP)), STEP_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  useEffect(() => {
    if (progress !== 100) return
    const timer = setTimeout(() => setProgress(undefined), DONE_MS)
    return () => clearTimeout(timer)
  }, [progress])

  return {
    progress,
    error: upload.error ? sentenceOf(upload.error) : undefined,
    upload: (file) => {
      setProgress(0)
      upload.mutate(submission(file), {
        onSuccess: (image) => {
          setProgress(100)
          toast(ownerCopy.imageUploaded)
          onUploaded(image)
        },
        onError: () => {
          setProgress(undefined)
          toast(ownerCopy.imageUploadFailed)
        },
      })
    },
  }
}

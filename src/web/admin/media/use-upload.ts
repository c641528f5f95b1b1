import { useEffect, useRef, useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useUploadImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'

const STEP = 5
const STEP_MS = 100
/** The estimated progress stops here until the response. */
const GUESSED_MAX = 90
/** How long the full bar is shown. */
const FULL_MS = 400

export type Upload = {
  /** From 0 to 100; undefined while idle. */
  progress: number | undefined
  fileName: string
  /** Of the last upload. */
  error: string | undefined
  start: (file: File) => void
  clearError: () => void
}

export function useUpload(onUploaded: (image: OwnerImage) => void): Upload {
  const upload = useUploadImage()
  const [progress, setProgress] = useState<number>()
  const [fileName, setFileName] = useState('')
  const [error, setError] = useState<string>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  const start = (file: File) => {
    setError(undefined)
    setFileName(file.name)
    setProgress(0)
    timer.current = setInterval(() => setProgress((before = 0) => Math.min(GUESSED_MAX, before + STEP)), STEP_MS)
    // A promise, so that the toast is shown even if the tab was left meanwhile.
    upload.mutateAsync(submission(file)).then(
      (image) => {
        clearInterval(timer.current)
        setProgress(100)
        timer.current = setTimeout(() => setProgress(undefined), FULL_MS)
        toast(adminMessages.imageUploaded)
        onUploaded(image)
      },
      (reason: Error) => {
        clearInterval(timer.current)
        setProgress(undefined)
        setError(messageOf(reason))
        toast(adminMessages.uploadFailed)
      },
    )
  }
  return { progress, fileName, error, start, clearError: () => setError(undefined) }
}

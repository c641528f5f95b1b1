import { UPLOAD_PART_BYTES } from '../../../contract/platform/part-uploads.ts'
import { ApiError } from '../api.ts'
import type { UploadOptions } from './owner-api.ts'

/** Attempts to send a part in a row, and milliseconds before the next one. */
const ATTEMPTS_MAX = 8
const PAUSE_MS = 2000

type PartsOptions = {
  /** The bytes that have arrived already. */
  received: number
  /** Gets the completed part from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
  send: (form: FormData, offset: number, options: UploadOptions) => Promise<{ received: number }>
}

/** Uploads a file in parts. After a lost connection it goes on with the part that is missing. */
export async function uploadInParts(file: File, { onProgress, signal, send, ...options }: PartsOptions): Promise<void> {
  let { received } = options
  let failures = 0
  while (received < file.size) {
    const from = received
    const part = file.slice(from, from + UPLOAD_PART_BYTES)
    const form = new FormData()
    form.set('part', part)
    try {
      const response = await send(form, from, {
        signal,
        onProgress: (done) => onProgress(((from + done * part.size) / file.size) * 0.999),
      })
      received = response.received
      failures = 0
    } catch (error) {
      failures += 1
      if (!isTransient(error) || failures === ATTEMPTS_MAX) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    signal.throwIfAborted()
  }
}

/** Whether the same request may succeed later. */
export const isTransient = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

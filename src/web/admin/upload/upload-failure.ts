import { ApiError } from '../../data/api.ts'
import { messageOf } from '../kit/server-errors.ts'

/** A file that cannot be uploaded, whatever the connection; the message is a sentence for the owner. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

/** A part of the admin that prepares files could not be fetched; the file may be fine. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
  readonly kind: UploadFailure['kind']

  /** `status` is how the site responds to a request for that part, 0 if it does not. */
  constructor(status: number) {
    super(
      'The part of the admin that opens pictures could not be loaded. Please reload the page and choose the file again.',
    )
    const kind = kindOf(status)
    // A missing file stays missing until a reload; a file that is there is worth another attempt.
    this.kind = kind === 'refused' && status < 400 ? 'busy' : kind
  }
}

export type UploadFailure = {
  kind: 'no-connection' | 'signed-out' | 'too-slow' | 'busy' | 'refused'
  message: string
}

/** How an upload failed, which decides whether it is repeated. */
export function failureOf(error: unknown): UploadFailure {
  if (error instanceof ApiError) return { kind: kindOf(error.status), message: messageOf(error) }
  if (error instanceof NotLoaded) return { kind: error.kind, message: error.message }
  if (error instanceof UnusableFile) return { kind: 'refused', message: error.message }
  console.error(error)
  return { kind: 'refused', message: 'This file could not be read. Please choose it again.' }
}

function kindOf(status: number): UploadFailure['kind'] {
  if (status === 0) return 'no-connection'
  if (status === 401) return 'signed-out'
  if (status === 408) return 'too-slow'
  return status === 429 || status >= 500 ? 'busy' : 'refused'
}

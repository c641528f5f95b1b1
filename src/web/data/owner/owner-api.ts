import { ApiError } from '../api.ts'

/**
 * The owner's calls. Where the sign-in has run out meanwhile, the call waits until it is renewed over the open page and is
 * then repeated once: a long text in the editor outlives a session.
 */

export type UploadOptions = {
  key?: string
  /** Called with the part that has left this machine, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Sends a form with files. Rejects with an ApiError of status 0 where there is no connection. */
export function ownerUpload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return renewing(() => upload<T>(path, form, options))
}

/** Shows the sign-in over the open page; resolves to whether the owner signed in. */
export type Renewal = () => Promise<boolean>

let renewal: Renewal | undefined
let pending: Promise<boolean> | undefined
let declinedAt = Number.NEGATIVE_INFINITY

/** Milliseconds after 'Not now' in which retries of failed calls do not open the sign-in again. */
const DECLINED_FOR = 3000

/** Registers how an expired session is renewed; returns a function that unregisters it. */
export function registerRenewal(renew: Renewal): () => void {
  renewal = renew
  return () => {
    if (renewal === renew) renewal = undefined
  }
}

/** Resolves to whether the owner is signed in again. Simultaneous calls share one renewal; a failed one counts as declined. */
export async function renewSignIn(): Promise<boolean> {
  if (!renewal || performance.now() - declinedAt < DECLINED_FOR) return false
  pending ??= renew(renewal)
  return pending
}

async function renew(show: Renewal): Promise<boolean> {
  let isSignedIn = false
  try {
    isSignedIn = await show()
  } catch (error) {
    console.error(error)
  } finally {
    if (!isSignedIn) declinedAt = performance.now()
    pending = undefined
  }
  return isSignedIn
}

/** Repeats a call that failed with 401 once, after a new sign-in. */
export async function renewing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    if (!(await renewSignIn())) throw error
    return act()
  }
}

/** Milliseconds without a byte after which the connection counts as lost; browsers themselves would wait for minutes. */
const STALLED_MS = 45_000
/** The same after the last byte, while the server decodes; other uploads may be before this one. */
const ANSWER_MS = 180_000

/** `fetch` does not say how much of a body has been sent, so this is the older way. */
function upload<T>(path: string, form: FormData, { key, onProgress, signal }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    if (key) request.setRequestHeader('idempotency-key', key)
    const lost = () => {
      clearTimeout(timer)
      reject(new ApiError(0, {}, 'The connection was lost'))
    }
    const stalled = () => {
      lost()
      request.abort()
    }
    let timer = setTimeout(stalled, STALLED_MS)
    const restart = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(stalled, ms)
    }
    request.upload.onprogress = (event) => {
      restart(STALLED_MS)
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.upload.onload = () => restart(ANSWER_MS)
    request.onload = () => {
      clearTimeout(timer)
      const response = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(response as T)
      else reject(new ApiError(request.status, response ?? {}, request.statusText))
    }
    request.onerror = lost
    request.onabort = () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was stopped', 'AbortError'))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

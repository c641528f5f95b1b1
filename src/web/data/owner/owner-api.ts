import { ApiError } from '../api.ts'

/**
 * The owner's calls. Where the sign-in has run out meanwhile, or must be confirmed, the call waits until that is done over
 * the open page and is then repeated once: a long text in the editor outlives a session.
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

/** Shows a dialog over the open page; resolves to whether the owner went through with it. */
type Show = () => Promise<boolean>

export type Prompt = {
  /** Registers the dialog; returns a function that unregisters it. */
  register(show: Show): () => void
  /** Resolves to whether it was done. Simultaneous calls share one dialog; a failed one counts as declined. */
  ask(): Promise<boolean>
}

/** `declinedFor`: milliseconds after 'Not now' in which the dialog does not open again. */
function createPrompt(declinedFor: number): Prompt {
  let registered: Show | undefined
  let pending: Promise<boolean> | undefined
  let declinedAt = Number.NEGATIVE_INFINITY

  async function open(show: Show): Promise<boolean> {
    let isDone = false
    try {
      isDone = await show()
    } catch (error) {
      console.error(error)
    } finally {
      if (!isDone) declinedAt = performance.now()
      pending = undefined
    }
    return isDone
  }

  return {
    register(show) {
      registered = show
      return () => {
        if (registered === show) registered = undefined
      }
    },
    async ask() {
      if (!registered || performance.now() - declinedAt < declinedFor) return false
      pending ??= open(registered)
      return pending
    },
  }
}

/** Renews an expired session. Retries of failed calls do not open it again at once. */
export const signInPrompt = createPrompt(3000)
/** Authenticates the session again, for an endpoint that declares `stepUp`. */
export const stepUpPrompt = createPrompt(0)

/** Repeats a call once after the sign-in that it failed for. */
export async function renewing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(await promptFor(error)?.ask())) throw error
    return act()
  }
}

function promptFor(error: unknown): Prompt | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 401) return signInPrompt
  return error.body.needs === 'step-up' ? stepUpPrompt : undefined
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

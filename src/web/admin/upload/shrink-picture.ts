import workerUrl from './picture-worker.ts?worker&url'
import type { ShrinkRequest, ShrinkResponse } from './picture-worker-messages.ts'
import { NotLoaded, UnusableFile } from './upload-failure.ts'

/** Milliseconds for one picture; the largest take some seconds on a phone. */
const PICTURE_MS = 3 * 60 * 1000
/** Milliseconds that the site has to respond before it counts as unreachable. */
const ANSWER_MS = 10_000
/** Milliseconds after which an idle worker is ended, and with it the memory of its decoder. */
const IDLE_MS = 5000

const sentences = {
  undecodable: 'This file cannot be opened as a picture. JPEG, PNG, GIF, WebP and HEIC work.',
  unsupported:
    'This browser cannot make pictures smaller. Please use a current one, or a JPEG of at most 5 MB and 4,096 pixels.',
  tooLarge: 'This picture is too large for this device. Please make it smaller first.',
}

type TrustedScripts = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

let worker: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/**
 * Makes a picture smaller in a worker, which works on one at a time. Rejects with an `UnusableFile`, or with a `NotLoaded`
 * if the worker or its decoder could not be fetched.
 */
export async function shrinkPicture(request: ShrinkRequest, signal: AbortSignal): Promise<Blob> {
  if (typeof Worker === 'undefined') throw new UnusableFile(sentences.unsupported)
  const blob = await runWorker(request, signal)
  if (blob === 'not-loaded') throw new NotLoaded(await statusOfWorker())
  return blob
}

function runWorker(request: ShrinkRequest, signal: AbortSignal): Promise<Blob | 'not-loaded'> {
  clearTimeout(idle)
  worker ??= startWorker()
  const current = worker
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', handleAbort)
      idle = setTimeout(endWorker, IDLE_MS)
    }
    const giveUp = (reason: Error) => {
      finish()
      endWorker()
      reject(reason)
    }
    const endUnloaded = () => {
      finish()
      // A worker remembers what it could not load, so that the next attempt needs a new one.
      endWorker()
      resolve('not-loaded')
    }
    const handleAbort = () => giveUp(new DOMException('Cancelled', 'AbortError'))
    const timer = setTimeout(() => giveUp(new UnusableFile(sentences.tooLarge)), PICTURE_MS)
    signal.addEventListener('abort', handleAbort)
    // Only an error while running is an `ErrorEvent`; a script that could not be fetched gives a plain event.
    current.onerror = (event) =>
      event instanceof ErrorEvent ? giveUp(new UnusableFile(sentences.tooLarge)) : endUnloaded()
    current.onmessage = ({ data }: MessageEvent<ShrinkResponse>) => {
      if ('blob' in data) {
        finish()
        resolve(data.blob)
      } else if (data.problem === 'not-loaded') {
        endUnloaded()
      } else {
        finish()
        reject(new UnusableFile(sentences[data.problem]))
      }
    }
    current.postMessage(request)
  })
}

function endWorker(): void {
  clearTimeout(idle)
  worker?.terminate()
  worker = undefined
}

/** How the site responds to a request for the worker, past the browser's cache; 0 without a response. */
async function statusOfWorker(): Promise<number> {
  return fetch(workerUrl, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ status }) => status,
    () => 0,
  )
}

function startWorker(): Worker {
  return new Worker(trustedScript(workerUrl), { type: 'module' })
}

let policy: ReturnType<TrustedScripts['createPolicy']> | undefined

/** The content security policy has browsers refuse a script's address that did not come through here. */
function trustedScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: unknown }
  policy ??= (trustedTypes as TrustedScripts | undefined)?.createPolicy('dewlight-worker', {
    createScriptURL: (trusted) => trusted,
  })
  return policy ? policy.createScriptURL(url) : url
}

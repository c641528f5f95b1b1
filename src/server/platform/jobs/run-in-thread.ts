import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { BEAT_MS, SILENT_BEATS_MAX, watchBeats } from './watch-beats.ts'

/** Old generation of a thread in megabytes; a job that needs more fails, and the site goes on. */
const HEAP_MAX_MB = 192

const STOP = 'stop'
const ALIVE = 'alive'

/**
 * Runs the module of a job in a thread of its own, so that its work does not delay requests. `data` is copied. Resolves when
 * the thread has ended; rejects with its error. `signal` reaches the job as its own signal. A thread whose event loop stands
 * still for a minute (`silentBeatsMax` seconds) is terminated.
 */
export async function runInThread(
  file: string,
  data: object,
  signal: AbortSignal,
  { silentBeatsMax = SILENT_BEATS_MAX } = {},
): Promise<void> {
  signal.throwIfAborted()
  const thread = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: 16 },
  })
  const stop = () => thread.postMessage(STOP)
  signal.addEventListener('abort', stop)
  const beats = watchBeats(() => void thread.terminate(), silentBeatsMax)
  thread.on('message', beats.beat)
  try {
    const [code] = (await once(thread, 'exit')) as [number]
    if (beats.isSilent()) throw new Error('The thread of a job did not respond and was ended')
    if (code !== 0) throw new Error(`The thread of a job ended with ${code}`)
  } catch (error) {
    // The error of an aborted job loses its type on the way.
    signal.throwIfAborted()
    throw error
  } finally {
    beats.close()
    signal.removeEventListener('abort', stop)
  }
}

/** The other side: runs `act` with the data and, where Linux lets a thread have one of its own, a lower priority; ends the thread. */
export async function runAsThread<Data>(act: (data: Data, signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort?.on('message', (message) => {
    if (message === STOP) stopping.abort()
  })
  const beating = setInterval(() => parentPort?.postMessage(ALIVE), BEAT_MS)
  try {
    await act(workerData as Data, stopping.signal)
  } finally {
    clearInterval(beating)
    parentPort?.close()
  }
}

import type { ImapFlow, ImapFlowOptions } from 'imapflow'

/** Bytes of a message; the status and the returned headers come before a returned body. */
export const MESSAGE_BYTES_MAX = 131_072
/** Bytes received during one step, such as a command: some 200,000 UIDs that a search found, or a message sixteen times. */
const STEP_BYTES_MAX = 2 * 1024 * 1024
/** Bytes received in a session: its messages (200 of `MESSAGE_BYTES_MAX`) and a search. */
const SESSION_BYTES_MAX = 32 * 1024 * 1024
/** Values in one response: each takes far more memory than its bytes. The numbers of a search do not count. */
const TOKENS_MAX = 10_000
/** A session ends after this time. */
const SESSION_MS = 5 * 60_000
/** A step that receives something now and then ends too. */
const STEP_MS = 60_000
/** Some megabytes arrive between two checks of what was received. */
const METER_MS = 20

export class TooMuchReceived extends Error {
  override message = 'its server sends far more than was requested.'
}
class TooSlow extends Error {
  override message = 'its server takes too long. The next check goes on.'
}

/** Runs one step of a session within the limits of a step. */
export type Step = <T>(act: () => Promise<T>) => Promise<T>

type SessionOptions = { signal?: AbortSignal | undefined; sessionMs?: number | undefined }

/**
 * Connects, runs `act` and logs out. Whatever the server sends, memory and time are bounded: beyond a limit the socket is
 * destroyed, and the step rejects with `TooMuchReceived` or an error with a sentence. `signal` ends the session too.
 */
export async function withImapSession<T>(
  account: Pick<ImapFlowOptions, 'host' | 'port' | 'secure' | 'doSTARTTLS' | 'auth'>,
  act: (client: ImapFlow, step: Step) => Promise<T>,
  { signal, sessionMs = SESSION_MS }: SessionOptions = {},
): Promise<T> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    ...account,
    logger: false,
    disableAutoIdle: true,
    // Compressed bytes say nothing about the memory that they take.
    disableCompression: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: STEP_MS,
    maxLiteralSize: MESSAGE_BYTES_MAX,
    maxResponseSize: STEP_BYTES_MAX,
    maxResponseTokens: TOKENS_MAX,
  })
  let fault: Error | undefined
  const end = (error: Error) => {
    fault ??= error
    client.close()
  }
  // Without a listener, a lost connection would end the process; the call that waits rejects too.
  client.on('error', (error) => {
    if (isTooMuch(error)) fault ??= new TooMuchReceived()
  })
  const abort = () => client.close()
  const sessionEnd = performance.now() + sessionMs
  const step: Step = async (run) => {
    const stepEnd = Math.min(performance.now() + STEP_MS, sessionEnd)
    const most = Math.min(client.stats().received + STEP_BYTES_MAX, SESSION_BYTES_MAX)
    const meter = setInterval(() => {
      if (client.stats().received > most) end(new TooMuchReceived())
      else if (performance.now() > stepEnd) end(new TooSlow())
    }, METER_MS)
    try {
      return await run()
    } catch (error) {
      throw isTooMuch(error) ? new TooMuchReceived() : (fault ?? error)
    } finally {
      clearInterval(meter)
    }
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    signal?.throwIfAborted()
    await step(() => client.connect())
    return await act(client, step)
  } finally {
    signal?.removeEventListener('abort', abort)
    await step(() => client.logout()).catch(() => client.close())
  }
}

/** Whether the parser reached one of its limits. */
function isTooMuch(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return /^(?:LineTooLarge|LiteralTooLarge|ResponseTooLarge|TooManyTokens|TooManyResponses)$/.test(String(code))
}

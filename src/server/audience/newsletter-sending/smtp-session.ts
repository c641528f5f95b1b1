import { Readable } from 'node:stream'
import type { Smtp } from '../../platform/smtp-url.ts'
import { withPort } from '../mail/explain-mail-error.ts'

/** The result of handing over one message. */
export type Delivery =
  | { kind: 'accepted'; response: string }
  /** The server said no: to the sender, to the recipient, or to the message. `isMarked`: after `mark` had allowed it. */
  | {
      kind: 'refused'
      stage: 'sender' | 'recipient' | 'message'
      code: number
      response: string
      isMarked: boolean
    }
  /** The connection ended. `isStarted`: after the message was started, so that the server may have it. */
  | { kind: 'lost'; isMarked: boolean; isStarted: boolean; reason: string }
  /** `mark` did not allow it. */
  | { kind: 'withdrawn' }

type Message = { from: string; to: string; content: Buffer }

export type SmtpSession = {
  /** Hands a message over. `mark` runs when the server is ready for the content; unless it resolves to true, nothing is sent. */
  deliver(message: Message, mark: () => Promise<boolean>): Promise<Delivery>
  /** False once the connection has ended. */
  isOpen(): boolean
  close(): void
}

/** In milliseconds. `reply`: after a whole message, which a server may check for ten minutes (RFC 5321, 4.5.3.2.6). */
export type SmtpTimeouts = { connect: number; idle: number; reply: number }

/** RFC 1870, section 6.1. */
export const TOO_LARGE = 552

const TIMEOUTS: SmtpTimeouts = { connect: 15_000, idle: 60_000, reply: 600_000 }

/** Connects and signs in. Rejects with the server's reply. */
export async function openSession(smtp: Smtp, timeouts: SmtpTimeouts = TIMEOUTS): Promise<SmtpSession> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection(connectionOptions(smtp, timeouts))
  let isOpen = true
  // The library calls back for a message alone when a connection ends; its other callbacks may never run.
  const ended = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.once('end', () => {
      isOpen = false
      reject(new Error('The connection was closed'))
    })
  })
  ended.catch(() => {})
  const close = () => {
    isOpen = false
    connection.close()
  }
  const call = (act: (done: (error?: Error | null) => void) => void) => {
    const called = new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())))
    return Promise.race([called, ended])
  }
  try {
    await call((done) => connection.connect(done))
    const { credentials } = smtp
    if (credentials) await call((done) => connection.login({ credentials }, done))
  } catch (error) {
    close()
    throw withPort(error, smtp)
  }

  const setIdle = (ms: number) => {
    if (connection._socket) connection._socket.setTimeout(ms)
  }

  async function deliver({ from, to, content }: Message, mark: () => Promise<boolean>): Promise<Delivery> {
    const source = new MarkedContent(content, mark)
    source.once('end', () => setIdle(timeouts.reply))
    try {
      let response = ''
      const envelope = { from, to: [to], size: content.length }
      await call((done) =>
        connection.send(envelope, source, (error, info) => {
          response = info?.response ?? ''
          done(error)
        }),
      )
      setIdle(timeouts.idle)
      return { kind: 'accepted', response: plain(response) }
    } catch (error) {
      const delivery = toDelivery(error, await source.end())
      setIdle(timeouts.idle)
      if (delivery.kind !== 'refused' || delivery.code === 421) close()
      // Ends the transaction of a refused message, so that another can follow on the connection.
      else if (isOpen) await call((done) => connection.reset(done)).catch(close)
      return delivery
    }
  }

  return { deliver, isOpen: () => isOpen, close }
}

const connectionOptions = (smtp: Smtp, timeouts: SmtpTimeouts) => ({
  host: smtp.host,
  port: smtp.port,
  secure: smtp.isSecure,
  requireTLS: smtp.requiresTls,
  ignoreTLS: smtp.ignoresTls,
  connectionTimeout: timeouts.connect,
  greetingTimeout: timeouts.connect,
  dnsTimeout: timeouts.connect,
  socketTimeout: timeouts.idle,
})

/** The content of a message, which flows once the server is ready for it and `mark` allows it. */
class MarkedContent extends Readable {
  #marking: Promise<boolean> | undefined
  #isStarted = false
  readonly #content: Buffer
  readonly #mark: () => Promise<boolean>

  constructor(content: Buffer, mark: () => Promise<boolean>) {
    super()
    this.#content = content
    this.#mark = mark
  }

  override _read(): void {
    if (this.#marking) return
    this.#marking = this.#mark()
    this.#marking.then(
      (isAllowed) => {
        if (!isAllowed) this.destroy(new Error('Withdrawn'))
        if (this.destroyed) return
        this.#isStarted = true
        this.push(this.#content)
        this.push(null)
      },
      (error: Error) => this.destroy(error),
    )
  }

  /** Starts the message no more. A mark that is being written is waited for, since it stays when the connection ends. */
  async end(): Promise<ContentState> {
    this.destroy()
    const isAllowed = await this.#marking?.catch(() => false)
    return { isMarked: isAllowed === true, isWithdrawn: isAllowed === false, isStarted: this.#isStarted }
  }
}

type ContentState = { isMarked: boolean; isWithdrawn: boolean; isStarted: boolean }

function toDelivery(error: unknown, { isMarked, isWithdrawn, isStarted }: ContentState): Delivery {
  if (isWithdrawn) return { kind: 'withdrawn' }
  const { code, command, responseCode, response, message } = error as {
    code?: string
    command?: string
    responseCode?: number
    response?: string
    message: string
  }
  const reply = plain(response ?? message)
  if (responseCode !== undefined && code === 'EMESSAGE' && isStarted)
    return { kind: 'refused', stage: 'message', code: responseCode, response: reply, isMarked }
  if (responseCode !== undefined && code === 'EENVELOPE') {
    const stage = command === 'RCPT TO' ? 'recipient' : command === 'MAIL FROM' ? 'sender' : 'message'
    return { kind: 'refused', stage, code: responseCode, response: reply, isMarked }
  }
  // Larger than the server announced: what it would reply to MAIL FROM.
  if (code === 'EMESSAGE' && command === 'MAIL FROM')
    return { kind: 'refused', stage: 'sender', code: TOO_LARGE, response: reply, isMarked }
  return { kind: 'lost', isMarked, isStarted, reason: plain(message) }
}

const plain = (text: string) => text.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)

import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = Email & { raw: string; envelope: { from: string; to: string[] } }

type Reply = [code: number, text: string]

export type TestSmtp = {
  port: number
  /** The value for `SMTP_URL`. */
  url: string
  received: ReceivedMail[]
  /** How many were opened. */
  connections: number
  /** Rejects every recipient with this reply, such as `[550, 'No such mailbox']`, until it is undefined. */
  refuse: Reply | undefined
  /** The same for one address. */
  refuseAddress?: { address: string; reply: Reply }
  /** Runs before the reply to a recipient, and may be that reply. */
  beforeRecipient?: (address: string) => Promise<Reply | undefined>
  /** Runs before the reply to a message. */
  beforeAcceptance?: () => Promise<void>
  /** Rejects every sender with this reply. */
  refuseSender?: Reply
  /** Rejects every message with this reply, until it is undefined. */
  refuseMessage?: Reply | undefined
  /** The reply to every sign-in. */
  refuseSignIn?: Reply
  /** Sign-ins that were refused. */
  refusedSignIns: number
  /** The reply to every connection. */
  refuseConnection?: Reply | undefined
  /** Runs after a connection was refused. */
  onRefusedConnection?: () => void
  /** Ends the first connections that are open. */
  drop(count: number): void
  close(): Promise<void>
}

type SmtpOptions = { port?: number; login?: [user: string, pass: string]; size?: number }

/** An SMTP server that stores received mail. A `login` makes authentication mandatory; `size` is the bytes of a mail that it announces. */
export async function startSmtp({ port = 0, login, size }: SmtpOptions = {}) {
  const smtp: TestSmtp = {
    port: 0,
    url: '',
    received: [],
    connections: 0,
    refuse: undefined,
    refusedSignIns: 0,
    drop(count) {
      for (const connection of [...server.connections].slice(0, count)) connection._socket.destroy()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    ...(size !== undefined && { size }),
    onConnect: (_session, done) => {
      if (smtp.refuseConnection) {
        done(toError(smtp.refuseConnection))
        return smtp.onRefusedConnection?.()
      }
      smtp.connections += 1
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (!smtp.refuseSignIn && username === login?.[0] && password === login?.[1])
        return done(null, { user: username })
      smtp.refusedSignIns += 1
      done(smtp.refuseSignIn ? toError(smtp.refuseSignIn) : new Error('Invalid login'))
    },
    onMailFrom: (_address, _session, done) => done(smtp.refuseSender && toError(smtp.refuseSender)),
    onRcptTo: async ({ address }, _session, done) => {
      const first = await smtp.beforeRecipient?.(address)
      const refused = smtp.refuse ?? (address === smtp.refuseAddress?.address ? smtp.refuseAddress.reply : undefined)
      const reply = first ?? refused
      done(reply && toError(reply))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        await smtp.beforeAcceptance?.()
        if (smtp.refuseMessage) return done(toError(smtp.refuseMessage))
        smtp.received.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), envelope: { from, to } })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  smtp.port = (server.server.address() as AddressInfo).port
  smtp.url = `smtp://127.0.0.1:${smtp.port}`
  return smtp
}

const toError = ([responseCode, text]: Reply): Error => Object.assign(new Error(text), { responseCode })

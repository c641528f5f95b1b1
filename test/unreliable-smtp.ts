import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What an SMTP server has done, by address: how often it took a message, and how often it said so. */
type TakenMail = { taken: Map<string, number>; acknowledged: Map<string, number> }

export type UnreliableSmtp = TakenMail & {
  url: string
  port: number
  /** Resolves when as many messages are taken. */
  waitFor(count: number): Promise<void>
  /** From now on every command succeeds. */
  behave(): void
  close(): Promise<void>
}

/** A connection of the library, to end it as a crashed server would. */
type Connection = { id: string; _socket: { destroy(): void } }

/**
 * A server that responds with 421, 450, 451, 550, 552 and 554 at every stage, delays first attempts (greylisting), stalls, ends
 * connections before, within and after a message, and all of them after every 250 messages. What happens to an attempt follows
 * from its address, its stage and its number, so that a run can be repeated.
 */
export async function startUnreliableSmtp({ every = 250 } = {}): Promise<UnreliableSmtp> {
  const attempts = new Map<string, number>()
  let isBehaving = false
  let total = 0
  let waiters: { count: number; resolve: () => void }[] = []
  const taken = new Map<string, number>()
  const acknowledged = new Map<string, number>()

  const chance = (stage: string, address: string) => {
    const key = `${stage} ${address}`
    const attempt = (attempts.get(key) ?? 0) + 1
    attempts.set(key, attempt)
    const number = createHash('sha256').update(`${key} ${attempt}`).digest().readUInt32BE() / 2 ** 32
    return isBehaving ? 1 : number
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    maxClients: 100,
    onConnect: (_session, done) => {
      const number = chance('connect', '')
      if (number < 0.02) return done(reply(421, 'Too many connections'))
      if (number < 0.03) return done(reply(554, 'No service'))
      done()
    },
    onMailFrom: (_address, _session, done) => {
      const number = chance('mail', '')
      if (number < 0.002) return done(reply(421, 'Closing'))
      if (number < 0.005) return done(reply(450, 'Try later'))
      if (number < 0.006) return done(reply(552, 'Too much mail'))
      done()
    },
    onRcptTo: ({ address }, session, done) => {
      const kind = address.split('-')[0]
      if (kind === 'unknown') return done(reply(550, '5.1.1 No such user'))
      if (kind === 'full') return done(reply(552, '5.2.2 Mailbox full'))
      if (kind === 'grey' && attempts.get(`grey ${address}`) === undefined) {
        attempts.set(`grey ${address}`, 1)
        return done(reply(451, '4.7.1 Greylisted'))
      }
      const number = chance('rcpt', address)
      if (number < 0.002) return done(reply(421, 'Closing'))
      if (number < 0.004) return done(reply(450, 'Busy'))
      if (number < 0.005) return destroy(session)
      done()
    },
    onData: (stream, session, done) => {
      const address = session.envelope.rcptTo[0]!.address
      const number = chance('data', address)
      if (number < 0.001) return destroy(session)
      readAll(stream, () => {
        if (address.startsWith('spam')) return done(reply(554, '5.7.1 Spam'))
        if (number < 0.003) return done(reply(451, 'Not now'))
        if (number < 0.004) return done(reply(421, 'Closing'))
        if (number < 0.005) return done(reply(550, '5.1.1 Gone'))
        take(address)
        // Taken, but never acknowledged.
        if (number < 0.007) return destroy(session)
        if (number < 0.0075) return
        acknowledged.set(address, (acknowledged.get(address) ?? 0) + 1)
        done(null, `2.0.0 queued as ${total}`)
        if (!isBehaving && total % every === 0) destroyAll()
      })
    },
  })

  const connections = () => [...(server.connections as unknown as Set<Connection>)]

  function destroy({ id }: SMTPServerSession): void {
    for (const connection of connections()) if (connection.id === id) connection._socket.destroy()
  }

  function destroyAll(): void {
    for (const connection of connections()) connection._socket.destroy()
  }

  function take(address: string): void {
    taken.set(address, (taken.get(address) ?? 0) + 1)
    total += 1
    waiters = waiters.filter(({ count, resolve }) => {
      if (total >= count) resolve()
      return total < count
    })
  }

  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.server.address() as AddressInfo).port
  return {
    taken,
    acknowledged,
    port,
    url: `smtp://127.0.0.1:${port}`,
    waitFor: (count) =>
      total >= count ? Promise.resolve() : new Promise((resolve) => waiters.push({ count, resolve })),
    behave: () => {
      isBehaving = true
    },
    close: () => {
      destroyAll()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function readAll(stream: SMTPServerDataStream, done: () => void): void {
  stream.resume()
  stream.once('end', done)
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

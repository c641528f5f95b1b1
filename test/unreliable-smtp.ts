import type { AddressInfo } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { ScriptedSmtpServer } from './scripted-smtp-server.ts'
import { createSmtpFaults, type Fault, type Stage } from './smtp-faults.ts'

/** The state of an SMTP server, most of it by address. */
type SmtpLedger = {
  /** How often an address was given, the content of a message was started, a message was taken, and the server said so. */
  tried: Map<string, number>
  started: Map<string, number>
  taken: Map<string, number>
  acknowledged: Map<string, number>
  /** Those whose address or message was refused for good. */
  rejected: Set<string>
  greylisted: Set<string>
  /** The envelope sender of the last attempt. */
  from: Map<string, string>
  /** Connections that the server has ended after `every` messages. */
  dropped: number
}

/** A point of a message at which its sender can be stopped. A message that is only received, or taken, is never replied to. */
export type Moment = 'started' | 'received' | 'taken' | 'acknowledged'

export type UnreliableSmtp = Readonly<SmtpLedger> & {
  url: string
  port: number
  /** How often each fault of each stage has occurred. */
  occurrences(): Record<string, number>
  connections(): number
  /** Resolves when as many messages are taken. */
  waitFor(count: number): Promise<void>
  /** Runs `act` at once when a message of an envelope sender is at a moment, and resolves. */
  interrupt(from: string, moment: Moment, act: () => void): Promise<void>
  /** From now on every command succeeds. */
  behave(): void
  close(): Promise<void>
}

/**
 * A server that responds with 421, 450, 451, 550, 552 and 554 at every stage, delays first attempts (greylisting), stalls, ends
 * connections before, within and after a message, and all of them after every 250 messages.
 */
export async function startUnreliableSmtp({ every = 250 } = {}): Promise<UnreliableSmtp> {
  const faults = createSmtpFaults()
  const ledger: SmtpLedger = {
    tried: new Map(),
    started: new Map(),
    taken: new Map(),
    acknowledged: new Map(),
    from: new Map(),
    rejected: new Set(),
    greylisted: new Set(),
    dropped: 0,
  }
  let isBehaving = false
  let total = 0
  let waiters: { count: number; resolve: () => void }[] = []
  let interruption: { from: string; moment: Moment; act: () => void } | undefined

  function chooseFault(stage: Stage, address?: string): Fault | undefined {
    if (isBehaving) return undefined
    const fault = faultOfAddress(stage, address) ?? faults.choose(stage, address)
    if (fault === undefined) return undefined
    faults.count(stage, fault)
    if (address !== undefined && typeof fault === 'number' && fault >= 500) ledger.rejected.add(address)
    return fault
  }

  /** Some addresses are refused whenever they are tried, or the first time. */
  function faultOfAddress(stage: Stage, address = ''): Fault | undefined {
    const kind = address.split('-')[0]
    if (stage === 'message') return kind === 'spam' ? 554 : undefined
    if (stage !== 'rcpt') return undefined
    if (kind === 'unknown') return 550
    if (kind === 'full') return 552
    if (kind !== 'grey' || ledger.greylisted.has(address)) return undefined
    ledger.greylisted.add(address)
    return 451
  }

  /** Whether the sender was stopped. */
  function isStoppedAt(moment: Moment, from: string): boolean {
    if (interruption?.moment !== moment || interruption.from !== from) return false
    interruption.act()
    interruption = undefined
    return true
  }

  const server = new ScriptedSmtpServer(
    {
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onData: (stream, session, done) => {
        const from = senderOf(session)
        const address = session.envelope.rcptTo[0]!.address
        const fault = chooseFault('message', address)
        stream.once('data', () => {
          add(ledger.started, address)
          if (fault === 'drop') server.drop(session)
          else isStoppedAt('started', from)
        })
        stream.once('end', () => {
          if (!server.isConnected(session)) return
          if (fault === 'stall' || isStoppedAt('received', from)) return
          if (typeof fault === 'number') return done(toError(fault))
          take(address)
          const lost = chooseFault('taken', address)
          if (lost === 'drop') return server.drop(session)
          if (lost === 'stall' || isStoppedAt('taken', from)) return
          add(ledger.acknowledged, address)
          done(null, `2.0.0 queued as ${total}`)
          isStoppedAt('acknowledged', from)
          if (!isBehaving && total % every === 0) ledger.dropped += server.dropAll()
        })
      },
    },
    (stage, session, address) => {
      if (stage === 'rcpt' && address !== undefined) {
        add(ledger.tried, address)
        ledger.from.set(address, senderOf(session))
        // The sender was refused, and the library refuses what follows.
        if (!session.envelope.mailFrom) return undefined
      }
      return chooseFault(stage, address)
    },
  )

  function take(address: string): void {
    add(ledger.taken, address)
    total += 1
    waiters = waiters.filter(({ count, resolve }) => {
      if (total >= count) resolve()
      return total < count
    })
  }

  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.server.address() as AddressInfo).port
  return Object.assign(ledger, {
    port,
    url: `smtp://127.0.0.1:${port}`,
    occurrences: faults.occurrences,
    connections: () => server.connections.size,
    waitFor: (count: number) =>
      total >= count ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ count, resolve })),
    interrupt: (from: string, moment: Moment, act: () => void) =>
      new Promise<void>((resolve) => {
        interruption = {
          from,
          moment,
          act: () => {
            act()
            resolve()
          },
        }
      }),
    behave: () => {
      isBehaving = true
    },
    close: () => {
      server.dropAll()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

const senderOf = ({ envelope }: SMTPServerSession) => (envelope.mailFrom ? envelope.mailFrom.address : '')

function add(counts: Map<string, number>, address: string): void {
  counts.set(address, (counts.get(address) ?? 0) + 1)
}

const toError = (responseCode: number) => Object.assign(new Error('As scripted'), { responseCode })

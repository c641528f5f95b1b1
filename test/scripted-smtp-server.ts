import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { Fault, Stage } from './smtp-faults.ts'

/** The fault of a stage, instead of which the server processes nothing; `address` is that of a recipient. */
export type ChooseFault = (stage: Stage, session: SMTPServerSession, address?: string) => Fault | undefined

const STAGE_OF: Record<string, Stage> = { EHLO: 'ehlo', HELO: 'ehlo', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' }

/** An SMTP server that can fail before the reply to any command; the library has no hooks for `EHLO` and `DATA`. */
export class ScriptedSmtpServer extends SMTPServer {
  readonly #choose: ChooseFault

  constructor(options: SMTPServerOptions, choose: ChooseFault) {
    super({ disableReverseLookup: true, ...options })
    this.#choose = choose
  }

  override connect(socket: Socket): void {
    const connection = new ScriptedConnection(this, socket, this.#choose)
    this.connections.add(connection)
    connection.on('error', () => {})
    connection.init()
  }

  /** False once a connection has ended, although what it had received before may still be processed. */
  isConnected({ id }: SMTPServerSession): boolean {
    return [...this.connections].some((connection) => connection.id === id && connection._socket.writable)
  }

  /** Ends the connection of a session as a crashed server would. */
  drop({ id }: SMTPServerSession): void {
    for (const connection of this.connections) if (connection.id === id) connection._socket.destroy()
  }

  /** Ends all connections; returns their number. */
  dropAll(): number {
    const connections = [...this.connections]
    // Buffered bytes are still sent.
    for (const connection of connections) connection._socket.destroySoon()
    return connections.length
  }
}

class ScriptedConnection extends SMTPConnection {
  readonly #choose: ChooseFault
  #refusesHelo: Fault | undefined

  constructor(server: SMTPServer, socket: Socket, choose: ChooseFault) {
    super(server, socket)
    this.#choose = choose
  }

  /** Without the library's pause for clients that talk too soon. */
  override init(): void {
    this._setListeners(() => this.connectionReady())
  }

  override _sendGreeting(): void {
    const fault = this.#choose('greeting', this.session)
    if (fault === undefined) super._sendGreeting()
    else this.#fail(fault, () => this.close())
  }

  override _onCommand(command: Buffer, done: () => void = () => {}): void {
    const fault = this.#faultOf(command.toString())
    if (fault === undefined) super._onCommand(command, done)
    else this.#fail(fault, done)
  }

  #faultOf(command: string): Fault | undefined {
    const verb = command.split(' ')[0]!.toUpperCase()
    const stage = STAGE_OF[verb]
    if (stage === undefined) return undefined
    const { envelope } = this.session
    switch (verb) {
      case 'HELO':
        return this.#refusesHelo
      case 'EHLO': {
        const fault = this.#choose(stage, this.session)
        // Servers without extensions refuse EHLO for good and take HELO.
        if (typeof fault === 'number' && fault < 500) this.#refusesHelo = fault
        return fault
      }
      case 'MAIL':
        return this.#choose(stage, this.session)
      case 'RCPT':
        return this.#choose(stage, this.session, /<(.*?)>/.exec(command)?.[1])
      default:
        // Without a recipient the library refuses it.
        return envelope.rcptTo[0] && this.#choose(stage, this.session, envelope.rcptTo[0].address)
    }
  }

  #fail(fault: Fault, done: () => void): void {
    if (fault === 'stall') return
    if (fault === 'drop') return void this._socket.destroy()
    this.send(fault, 'As scripted')
    // The library ends the connection after 421.
    if (fault !== 421) done()
  }
}

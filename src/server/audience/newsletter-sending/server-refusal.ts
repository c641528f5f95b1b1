import type { MailServerState } from '../../../contract/audience/mails.ts'

/** A reason for which nothing can be sent at all. */
export class ServerRefusal extends Error {
  /** Whether the owner has to act. */
  readonly isFinal: boolean
  readonly state: MailServerState
  constructor(message: string, isFinal: boolean, state: MailServerState = isFinal ? 'refusing' : 'unreachable') {
    super(message)
    this.isFinal = isFinal
    this.state = state
  }
}

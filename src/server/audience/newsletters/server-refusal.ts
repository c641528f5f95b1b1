/** A reason for which nothing can be sent at all. */
export class ServerRefusal extends Error {
  /** Whether the owner has to act. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

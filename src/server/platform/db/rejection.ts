/** A write that a rule of the product forbids, in a sentence for the owner. The transaction is rolled back. */
export class Rejection extends Error {
  /** The field of the input that breaks the rule; absent: the rows as they are do not allow the write. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

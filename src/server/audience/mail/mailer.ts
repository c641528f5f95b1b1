/** The enqueue side of mail: a noun writes a row (`createMail`) and wakes the queue once that is committed. */
export type Mailer = {
  /** Whether mails leave this machine; without a mail server they only lie in the outbox. */
  isSetUp: boolean
  /** Mail is waiting. */
  wake(): void
}

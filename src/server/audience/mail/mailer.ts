/** Mail as seen by its senders: they insert a row (`createMail`) and call `wake` once it is committed. */
export type Mailer = {
  /** False: no mail server, so mails are only written to the outbox folder. */
  isSetUp: boolean
  /** Starts a queue run. */
  wake(): void
}

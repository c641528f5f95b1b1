/** What a noun that causes mail knows of it: it writes a row (`createMail`), and says so once that is committed. */
export type Mailer = {
  /** Whether mails leave this machine; without a mail server they only lie in the outbox. */
  isSetUp: boolean
  /** Mail is waiting. */
  wake(): void
}

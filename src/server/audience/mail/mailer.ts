import type { Db } from '../../platform/db/schema.ts'

/** Mail as seen by its senders: they insert a row (`createMail`) and call `wake` once it is committed. */
export type Mailer = {
  /** False: no mail server, so mails are only written to the outbox folder. The owner may change it at any time. */
  isSetUp(db: Db): Promise<boolean>
  /** Starts a queue run. */
  wake(): void
}

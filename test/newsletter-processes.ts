import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from './test-database.ts'
import type { UnreliableSmtp } from './unreliable-smtp.ts'

export type SenderProcess = {
  /** Its envelope sender, by which the mail server tells it apart. */
  address: string
  /** Sets its clock this many milliseconds ahead, and wakes it. */
  wake(ahead: number): void
  /** Ends it at once. */
  kill(): void
  /** Ends it after what it is handing over. */
  stop(): Promise<void>
  ended: Promise<unknown>
}

let count = 0

/** A process that sends newsletters. */
export function startSenderProcess({ dataDir, databaseUrl }: TestDatabase, smtp: UnreliableSmtp): SenderProcess {
  count += 1
  const address = `sender-${count}@dewlight.example`
  const child: ChildProcess = spawn(
    process.execPath,
    ['test/newsletter-sender-process.ts', dataDir, smtp.url, address],
    {
      // Half of what a process takes to start is compiling.
      env: { ...process.env, DATABASE_URL: databaseUrl ?? '', NODE_COMPILE_CACHE: path.join(dataDir, 'compiled') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  return {
    address,
    ended,
    wake: (ahead) => void (child.connected && child.send({ ahead })),
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

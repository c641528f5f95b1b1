import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a file that has its name once it is complete and `check` has read it back. */
export async function writeFileWhole(
  file: string,
  content: AsyncIterable<string>,
  check: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.from(content), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await check(unfinished)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

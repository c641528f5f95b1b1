import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PURGE_ALL, type Purge } from '../db/purge-notices.ts'
import { replaceFile } from '../storage/replace-file.ts'
import type { OtherHosts } from './coordinator.ts'

/** The content changes with each request; a time stamp of the file would be too coarse for two in a row. */
const fileIn = (dataDir: string) => path.join(dataDir, 'purge-request')
const POLL_MS = 1000

/** Makes the running site of the data folder purge all cached responses within a second. */
export async function writePurgeFile(dataDir: string): Promise<void> {
  // Replaced, since a file that root has written cannot be written by the account of the site.
  await replaceFile(fileIn(dataDir), (file) => writeFile(file, randomUUID()))
}

/** Polls the file. `onError` is called when reading begins to fail, not again for each poll. */
export function watchPurgeFile(
  dataDir: string,
  onError: (error: unknown) => void,
  pollMs = POLL_MS,
): Pick<OtherHosts, 'listen'> & { close(): Promise<void> } {
  const file = fileIn(dataDir)
  let isReadable = true
  let purge: (purge: Purge) => void = () => {}

  let seen = existsSync(file) ? readRequest() : undefined

  /** Undefined if the file cannot be read. */
  function readRequest(): string | undefined {
    try {
      const content = readFileSync(file, 'utf8')
      isReadable = true
      return content
    } catch (error) {
      if (isReadable) onError(error)
      isReadable = false
      return undefined
    }
  }

  function poll(): void {
    const request = existsSync(file) ? readRequest() : undefined
    if (request === undefined || request === seen) return
    seen = request
    purge(PURGE_ALL)
  }

  const polling = setInterval(poll, pollMs).unref()
  return {
    listen(listener) {
      purge = listener
    },
    close: async () => clearInterval(polling),
  }
}

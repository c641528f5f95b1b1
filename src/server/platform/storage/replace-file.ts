import { rename, rm } from 'node:fs/promises'
import type { WriteFile } from './blob-storage.ts'

/** Part of the names of unfinished files. */
export const UNFINISHED = '.unfinished-'

let written = 0

/** Writes a file atomically: to a temporary file on the same disk, which is then renamed. */
export async function replaceFile(file: string, write: WriteFile, begun = file): Promise<void> {
  written += 1
  const unfinished = `${begun}${UNFINISHED}${process.pid}-${written}`
  try {
    await write(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

import { rename, rm } from 'node:fs/promises'
import type { WriteFile } from './blob-storage.ts'

/** Stands in the name of a file that is being written. */
export const UNFINISHED = '.unfinished-'

let written = 0

/** The file appears whole or not at all. It is written as `begun` with an ending: on the same disk. */
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

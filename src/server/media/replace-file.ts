import { rename, rm } from 'node:fs/promises'
import type { WriteFile } from './media-store.ts'

/** Stands in the name of a file that is being written. */
export const UNFINISHED = '.unfinished-'

let written = 0

/** The file appears whole or not at all; `finish` is the last that happens before. */
export async function replaceFile(file: string, write: WriteFile, finish: WriteFile = async () => {}): Promise<void> {
  written += 1
  const unfinished = `${file}${UNFINISHED}${process.pid}-${written}`
  try {
    await write(unfinished)
    await finish(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '../../platform/durations.ts'
import { ifMissing } from '../../platform/if-missing.ts'

const PREFIX = '.dewlight-export-'

/** Makes a folder for an unfinished export next to its file, and deletes those that killed processes left there a day ago. */
export async function createWorkFolder(file: string): Promise<string> {
  const parent = path.dirname(file)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const found = await stat(path.join(parent, name)).catch(ifMissing(undefined))
    if (found && found.mtimeMs < Date.now() - DAY_MS)
      await rm(path.join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(path.join(parent, PREFIX))
}

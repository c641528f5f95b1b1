import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** By it a later export knows that it may replace the folder. */
const MARKER = '.dewlight-export.json'

/**
 * Calls `fill` with a new folder, which then takes the place of `folder`; if it fails, `folder` stays as it is. Throws if that holds
 * anything but an earlier export.
 */
export async function replaceFolder(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const target = path.resolve(folder)
  const unfinished = `${target}.unfinished`
  const former = `${target}.former`
  for (const each of [target, unfinished, former]) await requireReplaceable(each)
  // Those that a killed process left.
  for (const each of [unfinished, former]) await rm(each, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  try {
    await writeFile(path.join(unfinished, MARKER), `${JSON.stringify({ format: 'dewlight-static', version: 1 })}\n`)
    await fill(unfinished)
    await makeReadable(unfinished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  await rename(target, former).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(unfinished, target)
  await rm(former, { recursive: true, force: true })
}

/** New files are for this account only (`umask.ts`), but a web server runs as another one, and these are public. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const each = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(each)
    else await chmod(each, 0o644)
  }
}

async function requireReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(error.code === 'ENOTDIR' ? `"${folder}" is not a folder.` : error.message)
  })
  if (names.length === 0 || (await isExport(folder))) return
  throw new Error(`"${folder}" is not empty and is not an earlier export. Choose another folder.`)
}

async function isExport(folder: string): Promise<boolean> {
  const marker = await readFile(path.join(folder, MARKER), 'utf8').catch(() => '')
  return marker.includes('dewlight-static')
}

import { mkdir, open, stat, statfs } from 'node:fs/promises'
import type { Context } from 'hono'
import { UPLOAD_PART_BYTES } from '../../../contract/platform/part-uploads.ts'
import { ifMissing } from '../if-missing.ts'
import { HttpError } from './errors.ts'
import { readFormData } from './form-data.ts'

/** Files that are uploaded in parts: each part is written to the disk at its offset, by any process of the machine. */

/** Bytes that stay free while a file is uploaded. */
const RESERVE = 256 * 1024 * 1024

/** Makes the folder. Throws 507 where the disk has no room for a file of `size` bytes. */
export async function requireRoom(folder: string, size: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (size + RESERVE > bavail * bsize) throw new HttpError(507, 'The disk has no room for this file.')
}

/** Creates an empty file. */
export async function beginFile(file: string): Promise<void> {
  await (await open(file, 'w', 0o600)).close()
}

/** Undefined if there is no such file. */
export async function receivedBytes(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, ifMissing(undefined))
}

type Part = { size: number; offset: number; part: Buffer }

/**
 * Writes a part of a file of `size` bytes and returns the bytes that have arrived; another offset than that changes nothing.
 * Undefined if there is no such file.
 */
export async function appendPart(file: string, { size, offset, part }: Part): Promise<number | undefined> {
  const received = await receivedBytes(file)
  if (received === undefined || offset !== received) return received
  if (received + part.length > size) throw new HttpError(413, 'The file has more bytes than were announced.')
  const handle = await open(file, 'r+')
  try {
    await handle.write(part, 0, part.length, offset)
  } finally {
    await handle.close()
  }
  return received + part.length
}

/** Reads the part of a request. Throws 413, 415 or 422. */
export async function readPart(c: Context): Promise<Buffer> {
  const part = (await readFormData(c, UPLOAD_PART_BYTES)).get('part')
  if (!(part instanceof File)) throw new HttpError(422, 'Please send the bytes in the field “part”')
  return Buffer.from(await part.arrayBuffer())
}

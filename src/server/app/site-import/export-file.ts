import { SourceError } from './source-records.ts'

/** A file of an export, in a folder or packed; its name is its path in there, with slashes. */
export type ExportFile = {
  name: string
  bytes: number
  modifiedAt?: Date
  open: () => AsyncIterable<Buffer>
  /** Where it is on the disk, unless it is packed. */
  path?: string
}

/** The text at the start of a file, without a byte order mark. */
export async function startOf(file: ExportFile, bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file.open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes))
}

/** The whole text of a file, without a byte order mark. Throws `SourceError` for one that is too large. */
export async function readText(file: ExportFile, bytesMax: number): Promise<string> {
  const tooLarge = () => new SourceError(`“${file.name}” is larger than ${Math.round(bytesMax / 1024 / 1024)} MB.`)
  if (file.bytes > bytesMax) throw tooLarge()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of file.open()) {
    length += chunk.length
    if (length > bytesMax) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

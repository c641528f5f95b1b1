import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '../../../platform/db/schema.ts'

/** The uploaded file stands in the database until the import is written, so that any instance can read it. */

export async function storeChunk(db: Db, importId: number, position: number, bytes: Uint8Array): Promise<void> {
  const data = Buffer.from(bytes).toString('base64')
  await db
    .insertInto('earning_import_chunks')
    .values({ import_id: importId, position, data })
    .onConflict((conflict) => conflict.columns(['import_id', 'position']).doUpdateSet({ data }))
    .execute()
}

async function listChunks(db: Db, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('earning_import_chunks')
    .select('position')
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => position)
}

/** Calls `act` with a temporary copy of the file, which keeps its ending; `undefined` if a part of it is missing. */
export async function withFile<Result>(
  db: Db,
  { id, fileName, fileSize }: { id: number; fileName: string; fileSize: number },
  act: (file: { path: string; hash: string }) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-report-'))
  try {
    const file = path.join(folder, `report${/\.[a-z]{3,4}$/i.exec(fileName)?.[0] ?? ''}`)
    const { size, hash } = await writeChunks(db, id, file)
    return size === fileSize ? await act({ path: file, hash }) : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeChunks(db: Db, id: number, file: string) {
  const hash = createHash('sha256')
  const handle = await open(file, 'w', 0o600)
  let size = 0
  try {
    for (const position of await listChunks(db, id)) {
      const { data } = await db
        .selectFrom('earning_import_chunks')
        .select('data')
        .where('import_id', '=', id)
        .where('position', '=', position)
        .executeTakeFirstOrThrow()
      const bytes = Buffer.from(data, 'base64')
      hash.update(bytes)
      size += bytes.length
      await handle.write(bytes)
    }
  } finally {
    await handle.close()
  }
  return { size, hash: hash.digest('hex') }
}

export async function deleteFile(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('earning_import_chunks').where('import_id', '=', importId).execute()
}

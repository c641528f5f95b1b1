import * as z from 'zod/mini'
import { SiteExportKind } from '../../../contract/app/site-exports.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The row of the settings with the export that the owner wants. */
const KEY = '#site-export'

const Request = z.object({
  /** Null when it has ended or was cancelled. */
  kind: z.nullable(SiteExportKind),
  /** Tells a later request for the same kind apart. */
  at: z.string(),
  error: z.nullable(z.string()),
})
export type ExportRequest = z.infer<typeof Request>

export async function findExportRequest(db: Db): Promise<ExportRequest> {
  const { value } = await readStored(db, KEY)
  return Request.safeParse(value).data ?? { kind: null, at: '', error: null }
}

export async function saveExportRequest(db: Db, request: ExportRequest, now: string): Promise<void> {
  await saveStored(db, { key: KEY, value: request, now })
}

export async function isExportWanted(db: Db): Promise<boolean> {
  return (await findExportRequest(db)).kind !== null
}

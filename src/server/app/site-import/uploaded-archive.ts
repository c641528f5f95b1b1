import type { ArchiveOffer } from '../../../contract/app/site-imports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findArchiveRefusal } from '../site-export/import-archive.ts'
import { openArchive } from '../site-export/verify-archive.ts'
import type { ImportUploads } from './import-uploads.ts'

/** The archive of a Dewlight among the uploaded files, if it is the only one. */
export async function findUploadedArchive(db: Db, uploads: ImportUploads): Promise<ArchiveOffer | null> {
  const [file, ...more] = await uploads.list()
  const [path] = await uploads.paths()
  if (!file || !path || more.length > 0 || !/\.zip$/i.test(file.name)) return null
  const archive = await openArchive(path).catch(() => null)
  if (!archive) return null
  archive.close()
  const { origin, createdAt, texts, rows } = archive.manifest
  return {
    name: file.name,
    siteUrl: origin,
    createdAt,
    texts: Object.values(texts).reduce((sum, each) => sum + each, 0),
    pictures: rows.media ?? 0,
    products: rows.products ?? 0,
    subscribers: rows.subscribers ?? 0,
    refusal: (await findArchiveRefusal(db, archive.manifest)) ?? null,
  }
}

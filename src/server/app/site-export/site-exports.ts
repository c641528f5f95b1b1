import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  EXPORT_DAYS,
  type SiteExport,
  type SiteExportKind,
  SiteExportName,
  type SiteExportProgress,
} from '../../../contract/app/site-exports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { ifMissing } from '../../platform/if-missing.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import type { WriteStatic } from './static/write-static.ts'

export type SiteExports = {
  /** Newest first. */
  list(): Promise<SiteExport[]>
  /** Makes one, and deletes the earlier ones of its kind. Throws if that fails or `signal` aborts it, and leaves no files behind. */
  make(kind: SiteExportKind, options: MakeOptions): Promise<void>
  /** Undefined if it does not exist. */
  read(name: string): Promise<{ content: AsyncIterable<Buffer<ArrayBuffer>>; size: number } | undefined>
  /** False if it does not exist. */
  remove(name: string): Promise<boolean>
  /** Deletes what is older than it is kept, and what killed processes left. */
  removeOld(now: Date): Promise<void>
}

type MakeOptions = {
  now: Date
  signal: AbortSignal
  onProgress: (progress: SiteExportProgress) => void
  /** Throws if the export is not wanted any more; called before it is listed. */
  confirm(): Promise<void>
}

type SiteExportsOptions = {
  dataDir: string
  /** A new connection to the site's database; it is closed after each export. */
  openDb: () => Db
  media: BlobStorage
  origin: string
  isPublic: boolean
  writeStatic: WriteStatic | undefined
}

const UNFINISHED = '.unfinished-'

/** The exports of the site in the data folder. The job ensures that only one is made at a time. */
export function createSiteExports({ dataDir, openDb, ...site }: SiteExportsOptions): SiteExports {
  const folder = path.join(dataDir, 'exports')
  const fileOf = (name: string) => path.join(folder, name)
  const find = (name: string) => stat(fileOf(name)).catch(ifMissing(undefined))
  const names = () => readdir(folder).catch(ifMissing([]))

  async function list(): Promise<SiteExport[]> {
    const exports: SiteExport[] = []
    for (const name of await names()) {
      const found = SiteExportName.safeParse(name).success ? await find(name) : undefined
      if (found)
        exports.push({ name, kind: name.split('-')[1] as SiteExportKind, createdAt: timeIn(name), size: found.size })
    }
    return exports.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  }

  return {
    list,
    async make(kind, options) {
      // Contains the readers of the site, so only this user account may read it.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const work = await mkdtemp(fileOf(UNFINISHED))
      const db = openDb()
      try {
        // Its libraries are loaded with the first export.
        const { writeKind } = await import('./write-kind.ts')
        const file = await writeKind(kind, { ...options, ...site, db, folder: work })
        options.signal.throwIfAborted()
        await options.confirm()
        const earlier = (await list()).filter((each) => each.kind === kind)
        await rename(file, fileOf(nameOf(kind, options.now, path.extname(file))))
        for (const { name } of earlier) await rm(fileOf(name), { force: true })
      } finally {
        await db.destroy()
        await rm(work, { recursive: true, force: true })
      }
    },
    async read(name) {
      const found = SiteExportName.safeParse(name).success ? await find(name) : undefined
      return found && { content: chunksOf(fileOf(name)), size: found.size }
    },
    async remove(name) {
      if (!SiteExportName.safeParse(name).success) return false
      return rm(fileOf(name)).then(() => true, ifMissing(false))
    },
    async removeOld(now) {
      for (const { name, createdAt } of await list())
        if (Date.parse(createdAt) < now.getTime() - EXPORT_DAYS * DAY_MS) await rm(fileOf(name), { force: true })
      for (const name of await names()) {
        const found = name.startsWith(UNFINISHED) ? await find(name) : undefined
        if (found && found.mtime.getTime() < now.getTime() - DAY_MS)
          await rm(fileOf(name), { recursive: true, force: true })
      }
    },
  }
}

/** Ends in a random token so that the URL cannot be guessed. */
function nameOf(kind: SiteExportKind, now: Date, extension: string): string {
  const time = now.toISOString()
  return `dewlight-${kind}-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}-${randomBytes(6).toString('hex')}${extension}`
}

function timeIn(name: string): string {
  return name.replace(/^.*-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-.*$/, '$1T$2:$3:$4.000Z')
}

async function* chunksOf(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  yield* createReadStream(file)
}

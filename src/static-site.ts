import { pino } from 'pino'
import type { ExportCounts } from './server/app/site-export/static/static-readme.ts'
import { writeStaticSite } from './server/app/site-export/static/write-static-site.ts'
import type { Config } from './server/platform/config.ts'
import { readAssets } from './server/platform/delivery/assets.ts'
import { openStaticSource } from './server.ts'

type StaticSiteOptions = {
  config: Config
  /** Where the files go. */
  folder: string
  /** Folder of the built assets. */
  clientDir: string
  signal: AbortSignal
  onProgress(counts: { done: number; total: number }): void
}

/** Writes the public pages of the site as files. The site may run meanwhile. */
export async function exportStaticSite({ config, clientDir, ...options }: StaticSiteOptions): Promise<ExportCounts> {
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const source = await openStaticSource({ config, log, assets: readAssets(clientDir), clientDir })
  try {
    return await writeStaticSite({ ...source, ...options })
  } finally {
    await source.close()
  }
}

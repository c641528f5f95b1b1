import type { Announce } from '../../platform/cdn/announce.ts'
import { PURGE_ALL, type Purge } from '../../platform/db/purge-notices.ts'
import { OutOfMemory, type ProcessRun } from '../../platform/jobs/run-in-process.ts'
import type { JobThreads } from '../site-parts.ts'
import { findWork } from './admin-imports.repo.ts'
import { type ImportWork, noteFailure, type StepOptions, takeStep } from './import-step.ts'
import { SourceError } from './source-records.ts'

type SiteImportOptions = StepOptions & {
  /** Absent: the import runs in this process. */
  threads: JobThreads | undefined
  announce: Announce
  purge: (purges: readonly Purge[]) => void | Promise<void>
}

/** Does what waits to be done of imports, from the first step or from where a killed process has ended. */
export async function runSiteImport(options: SiteImportOptions, run: Omit<ProcessRun, 'exclusive'>): Promise<void> {
  const { db, threads } = options
  for (;;) {
    const found = await findWork(db)
    if (!found) return
    const work: ImportWork = { id: found.id, state: found.state as ImportWork['state'] }
    try {
      if (threads) await threads.importSite(work, run)
      else await takeStep(options, work, run)
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error
      // It would end so again.
      await noteFailure(options, work, new SourceError(TOO_LARGE))
    } finally {
      if (work.state !== 'reading') await purgePages(options)
    }
  }
}

const TOO_LARGE =
  'The export needs more memory than this machine gives an import. Please export it in several smaller files and import one after the other.'

async function purgePages({ db, announce, purge }: SiteImportOptions): Promise<void> {
  await announce(db, [PURGE_ALL])
  await purge([PURGE_ALL])
}

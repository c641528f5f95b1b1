import * as contract from '../../../contract/app/site-exports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { findJob, makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { findExportRequest, saveExportRequest } from './export-request.repo.ts'
import type { SiteExports } from './site-exports.ts'

type SiteExportRoutesOptions = { siteExports: SiteExports; jobs: Jobs }

export function siteExportRoutes({ siteExports, jobs }: SiteExportRoutesOptions) {
  return [
    bind(contract.listSiteExports, async ({ db, now }) => ({
      body: await describe(db, now, await siteExports.list()),
    })),
    bindStaged(contract.beginSiteExport, async ({ body: { kind }, now, transact }) => {
      // Reads files, so before the transaction.
      const existing = await siteExports.list()
      const response = await transact({ kind }, async (db) => {
        const { kind: running } = await findExportRequest(db)
        if (running !== null) throw new HttpError(409, 'An export is running. Please wait for its end, or cancel it.')
        await saveExportRequest(db, { kind, at: now, error: null }, now)
        await makeJobDue(db, 'site-export', { now, isManual: true })
        return { body: await describe(db, now, existing), status: 202, subject: kind }
      })
      await jobs.wake()
      return response
    }),
    bindStaged(contract.cancelSiteExport, async ({ now, transact }) => {
      const existing = await siteExports.list()
      return transact({}, async (db) => {
        const request = await findExportRequest(db)
        if (request.kind !== null) await saveExportRequest(db, { ...request, kind: null }, now)
        return { body: await describe(db, now, existing) }
      })
    }),
    bind(contract.downloadSiteExport, async ({ params: { name } }) => {
      const found = await siteExports.read(name)
      return (
        found && {
          chunks: found.content,
          subject: name,
          headers: {
            'content-type': 'application/octet-stream',
            'content-length': String(found.size),
            'content-disposition': `attachment; filename="${name}"`,
          },
        }
      )
    }),
    bind(contract.deleteSiteExport, async ({ params: { name } }) =>
      (await siteExports.remove(name)) ? { body: {}, subject: name } : undefined,
    ),
  ]
}

/** The list of the owner. The progress is that of the job, in whichever process it runs. */
async function describe(db: Db, now: string, exports: contract.SiteExport[]): Promise<contract.SiteExportList> {
  const { kind, error } = await findExportRequest(db)
  const job = await findJob(db, 'site-export', now)
  const progress = contract.SiteExportProgress.safeParse(job?.progress).data ?? {
    step: kind === 'static' ? 'pages' : 'texts',
    done: 0,
    total: null,
  }
  return { exports, running: kind === null ? null : { kind, ...progress }, lastError: error }
}

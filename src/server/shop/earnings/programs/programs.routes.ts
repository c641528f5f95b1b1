import * as hosts from '../../../../contract/shop/link-hosts.ts'
import { stateMailRule } from '../../../../contract/shop/mail-rules.ts'
import * as contract from '../../../../contract/shop/programs.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bind } from '../../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { one, savedReply } from '../../../platform/http/replies.ts'
import { deleteUnpaidHost, listLinkHosts, stateLinkHost } from './link-hosts.repo.ts'
import { stateMailRule as storeMailRule } from './mail-answers.repo.ts'
import { createProgram, deleteProgram, findProgram, listPrograms, saveProgram } from './programs.repo.ts'

type ProgramOptions = {
  /** Makes the recognition of programs due, which gives tracking IDs to posts, in the transaction of a request. */
  startJob(
    db: Db,
    name: 'recognise-programs',
    run: { now: string; isManual: boolean },
  ): Promise<{ afterCommit: () => void }>
}

export function programRoutes({ startJob }: ProgramOptions) {
  return [
    bind(contract.listPrograms, async ({ db }) => ({ body: await listPrograms(db) })),
    bind(contract.createProgram, async ({ db, body, now }) => {
      const program = await createProgram(db, body, now)
      return { body: program, subject: program.name }
    }),
    bind(contract.saveProgram, async ({ db, params, body: input, version, now }) => {
      const saved = await saveProgram(db, params.id, { input, version, now })
      const reply = savedReply('program', saved, () => false)
      const isDue = saved && !saved.isStale && saved.row.givesTrackingIds
      return reply && { ...reply, ...(isDue && (await startJob(db, 'recognise-programs', { now, isManual: false }))) }
    }),
    bind(hosts.listLinkHosts, async ({ db }) => ({ body: await listLinkHosts(db) })),
    bind(hosts.stateLinkHost, async ({ db, body, now }) => ({
      body: await stateLinkHost(db, body, now),
      subject: body.host,
    })),
    bind(hosts.deleteUnpaidHost, ({ db, params, now }) => one(deleteUnpaidHost(db, params.host, now))),
    bind(stateMailRule, async ({ db, body, now }) => {
      const program = await storeMailRule(db, body, now)
      return program && { body: program, subject: program.name }
    }),
    bind(contract.deleteProgram, async ({ db, params }) => {
      const program = await findProgram(db, params.id)
      if (!program) return undefined
      if (program.productLinks + program.postLinks > 0)
        throw new HttpError(409, 'Links still lead to this program, so it would be recognized again.')
      await deleteProgram(db, params.id)
      return { body: {}, subject: program.name }
    }),
  ]
}

import * as contract from '../../../../contract/shop/programs.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bind } from '../../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { createProgram, deleteProgram, findProgram, listPrograms, saveProgram } from './programs.repo.ts'

type JobOptions = {
  /** Makes the recognition of programs due, which gives tracking IDs to posts, in the transaction of a request. */
  makeDue: (db: Db, now: string) => Promise<void>
  /** Starts it after the commit. */
  wake: () => void
}

export function programRoutes({ makeDue, wake }: JobOptions) {
  return [
    bind(contract.listPrograms, async ({ db }) => ({ body: await listPrograms(db) })),
    bind(contract.createProgram, async ({ db, body, now }) => {
      const program = await createProgram(db, body, now)
      if (!program)
        throw new HttpError(
          409,
          `There are ${contract.PROGRAMS_MAX} programs already. Please delete one that no link leads to.`,
        )
      return { body: program, subject: program.name }
    }),
    bind(contract.saveProgram, async ({ db, params, body: input, version, now }) => {
      const outcome = await saveProgram(db, params.id, { input, version, now })
      if (outcome.kind === 'missing') return undefined
      const { program } = outcome
      if (outcome.kind === 'saved') {
        if (program.givesTrackingIds) await makeDue(db, now)
        return { body: program, subject: program.name, ...(program.givesTrackingIds && { afterCommit: wake }) }
      }
      const message = 'This program was saved elsewhere in the meantime'
      return { status: 409 as const, body: { message, current: program } }
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

import * as contract from '../../../../contract/shop/postbacks.ts'
import { bind } from '../../../platform/http/endpoint-handler.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { findProgram } from '../programs/programs.repo.ts'
import { deleteAddress, findAddress, replaceAddress } from './postback-addresses.repo.ts'

export function postbackAddressRoutes({ origin, secrets }: { origin: string; secrets: Secrets }) {
  return [
    bind(contract.findPostbackAddress, async ({ db, params }) => {
      const program = await findProgram(db, params.id)
      if (!program) return undefined
      const found = await findAddress(db, secrets, program.id)
      const url = found?.secret === undefined ? null : `${origin}/postback/${found.secret}`
      return { body: { url, createdAt: found?.created_at ?? null, usedAt: found?.used_at ?? null } }
    }),
    bind(contract.createPostbackAddress, async ({ db, params, now }) => {
      const program = await findProgram(db, params.id)
      if (!program) return undefined
      await replaceAddress(db, secrets, program.id, now)
      return { body: {}, subject: program.name }
    }),
    bind(contract.deletePostbackAddress, async ({ db, params }) => {
      const program = await findProgram(db, params.id)
      if (!program || !(await deleteAddress(db, program.id))) return undefined
      return { body: {}, subject: program.name }
    }),
  ]
}

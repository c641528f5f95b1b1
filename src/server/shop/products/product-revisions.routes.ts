import * as contract from '../../../contract/shop/product-revisions.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { savedReply } from '../../platform/http/replies.ts'
import { findProductRevision, listProductRevisions } from './product-revisions.repo.ts'
import { writeProduct } from './product-writes.repo.ts'
import { findOwnerProduct } from './products.repo.ts'

export function productRevisionRoutes() {
  return [
    bind(contract.listProductRevisions, async ({ db, params: { id } }) => {
      if (!(await findOwnerProduct(db, id))) return undefined
      return { body: await listProductRevisions(db, id) }
    }),
    bind(contract.restoreProductRevision, async ({ db, now, params: { id, revisionId }, version }) => {
      const revision = await findProductRevision(db, id, revisionId)
      if (!revision) return undefined
      const saved = await writeProduct(db, id, { input: revision.product, version, now })
      return savedReply('product', saved, ({ isActive }) => !isActive)
    }),
  ]
}

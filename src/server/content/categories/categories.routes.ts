import * as contract from '../../../contract/content/categories.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findCategory, listCategories } from './categories.repo.ts'

export function categoryRoutes() {
  return [
    bind(contract.listCategories, async ({ db }) => ({ body: await listCategories(db) })),
    bind(contract.findCategory, async ({ db, params: { slugOrId } }) => {
      const category = await findCategory(db, slugOrId)
      if (!category) return undefined
      // An earlier slug: the response belongs to the current URL (RFC 9110, 8.7).
      const moved = category.slug !== slugOrId && {
        'content-location': `/api/categories/${encodeURIComponent(category.slug)}`,
      }
      return { body: category, headers: moved || undefined }
    }),
  ]
}

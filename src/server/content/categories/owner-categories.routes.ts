import * as contract from '../../../contract/content/categories.ts'
import { mergeProductCategories as mergeCategoriesOfProducts } from '../../../contract/shop/product-endpoints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { one } from '../../platform/http/replies.ts'
import { mergeCategory } from './merge-category.repo.ts'
import { mergeProductCategories } from './merge-product-categories.repo.ts'
import {
  deleteCategory,
  listOwnerCategories,
  orderCategories,
  restoreCategory,
  writeCategory,
  writeNewCategory,
} from './owner-categories.repo.ts'

export function ownerCategoryRoutes() {
  return [
    bind(contract.listOwnerCategories, async ({ db }) => ({ body: await listOwnerCategories(db) })),
    bind(contract.createCategory, async ({ db, body, now }) => ({
      body: await writeNewCategory(db, body, now),
      subject: body.name,
    })),
    bind(contract.saveCategory, async ({ db, params, body, now }) => {
      const category = await writeCategory(db, params.id, { input: body, now })
      return category && { body: category, subject: body.name }
    }),
    bind(contract.reorderCategories, async ({ db, body }) => {
      await orderCategories(db, body.ids)
      return { body: {} }
    }),
    bind(contract.deleteCategory, async ({ db, params, now }) => {
      const deletion = await deleteCategory(db, params.id, now)
      if (!deletion) return undefined
      const { name, inUse } = deletion
      if (!inUse) return { body: {}, subject: name }
      const posts = inUse.total === 1 ? '1 post' : `${inUse.total} posts`
      const message = `“${name}” is in use by ${posts}. Move them to another category first.`
      return { status: 409, body: { message, ...inUse } }
    }),
    bind(contract.mergeCategory, async ({ db, params, body, now }) => {
      const merged = await mergeCategory(db, params.id, { into: body.into, now })
      return merged && { body: merged.category, subject: `${merged.name} into ${merged.category.name}` }
    }),
    bind(mergeCategoriesOfProducts, async ({ db, body, now }) => {
      const merged = await mergeProductCategories(db, { ...body, now })
      return merged && { body: merged, subject: `${body.from} into ${body.into}` }
    }),
    bind(contract.restoreCategory, ({ db, params }) => one(restoreCategory(db, params.id))),
  ]
}

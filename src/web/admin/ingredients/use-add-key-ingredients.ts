import { useQueryClient } from '@tanstack/react-query'
import { ingredientKey } from '../../../contract/content/ingredients.ts'
import { ProductValues } from '../../../contract/shop/product-fields.ts'
import { submission } from '../../data/mutations.ts'
import { ownerProductQuery, useSaveProduct } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'

/** Key ingredients of a product at most. */
const KEY_INGREDIENTS_MAX = 20

/** Adds names to the key ingredients of a product, after those that it has. */
export function useAddKeyIngredients(): (productId: number, names: string[]) => Promise<void> {
  const queryClient = useQueryClient()
  const mutation = useSaveProduct()
  return async (productId, names) => {
    try {
      const product = await queryClient.fetchQuery(ownerProductQuery(productId))
      if (!product) throw new Error('There is no such product. It may have been deleted.')
      const before = product.facts.keyIngredients
      const known = new Set(before.map(ingredientKey))
      const added = names
        .filter((name) => !known.has(ingredientKey(name)))
        .slice(0, KEY_INGREDIENTS_MAX - before.length)
      if (added.length > 0) {
        const input = { ...ProductValues.parse(product), facts: { keyIngredients: [...before, ...added] } }
        await mutation.mutateAsync(submission({ input, current: { id: product.id, version: product.version } }))
      }
      toast(adminMessages.keyIngredientsAdded({ product: product.name, count: added.length }))
    } catch (error) {
      toast(adminMessages.actionFailed(messageOf(error)))
    }
  }
}

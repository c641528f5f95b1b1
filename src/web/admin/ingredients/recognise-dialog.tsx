import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ingredientKey, type RecognisedIngredients } from '../../../contract/content/ingredients.ts'
import { ProductValues } from '../../../contract/shop/product-fields.ts'
import { submission } from '../../data/mutations.ts'
import { productCalls } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { copyText } from '../editor/copy-text.ts'
import { ProductPicker } from '../editor/rich/product-picker.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { RecogniseForm } from './recognise-form.tsx'

/** Which names of a pasted ingredient list are known. */
export function RecogniseDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<RecognisedIngredients>()
  const [isChoosing, setIsChoosing] = useState(false)
  const addTo = useAddKeyIngredients()
  const known = found?.names.flatMap(({ ingredient }) => ingredient?.name ?? []) ?? []
  return (
    <Dialog
      isOpen
      title="Paste an ingredient list"
      size="large"
      onClose={onClose}
      footer={
        <>
          {known.length > 0 && (
            <>
              <ToolButton onClick={() => void copyText(known.join(', '), adminMessages.namesCopied).then(toast)}>
                Copy the known names
              </ToolButton>
              <ToolButton onClick={() => setIsChoosing(true)}>Add to a product</ToolButton>
            </>
          )}
          <ToolButton tone="primary" onClick={onClose}>
            Done
          </ToolButton>
        </>
      }
    >
      <RecogniseForm found={found} onFound={setFound} />
      <ProductPicker
        isOpen={isChoosing}
        title="Add to the key ingredients of"
        onClose={() => setIsChoosing(false)}
        onChoose={({ id }) => {
          setIsChoosing(false)
          void addTo(id, known)
        }}
      />
    </Dialog>
  )
}

/** Key ingredients of a product at most. */
const KEY_INGREDIENTS_MAX = 20

/** Adds names to the key ingredients of a product, after those that it has. */
function useAddKeyIngredients(): (productId: number, names: string[]) => Promise<void> {
  const queryClient = useQueryClient()
  const mutation = productCalls.useSave()
  return async (productId, names) => {
    try {
      const product = await queryClient.fetchQuery(productCalls.one(productId))
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

import { useState } from 'react'
import type { RecognisedIngredients } from '../../../contract/content/ingredients.ts'
import { toast } from '../../lib/toast.ts'
import { copyText } from '../editor/copy-text.ts'
import { ProductPicker } from '../editor/rich/product-picker.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { RecogniseForm } from './recognise-form.tsx'
import { useAddKeyIngredients } from './use-add-key-ingredients.ts'
import { useOpenIngredient } from './use-open-ingredient.ts'

/** Which names of a pasted ingredient list are known. */
export function RecogniseDialog() {
  const open = useOpenIngredient()
  const [found, setFound] = useState<RecognisedIngredients>()
  const [isChoosing, setIsChoosing] = useState(false)
  const addTo = useAddKeyIngredients()
  const known = found?.names.flatMap(({ ingredient }) => ingredient?.name ?? []) ?? []
  return (
    <Dialog
      isOpen
      title="Paste an ingredient list"
      size="large"
      onClose={() => open()}
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
          <ToolButton tone="primary" onClick={() => open()}>
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

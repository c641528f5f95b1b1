import type { OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { IngredientUsesList } from './ingredient-uses.tsx'

type DeleteIngredientsDialogProps = {
  ingredients: OwnerIngredient[]
  onDelete: (ingredients: OwnerIngredient[]) => void
  onClose: () => void
}

export function DeleteIngredientsDialog({ ingredients, onDelete, onClose }: DeleteIngredientsDialogProps) {
  const [first] = ingredients
  const isOne = ingredients.length === 1
  const used = ingredients.filter(({ productCount }) => productCount > 0)
  return (
    <ConfirmDialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this ingredient?' : `Delete ${ingredients.length} ingredients?`}
      confirmLabel="Delete"
      onConfirm={() => onDelete(ingredients)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{first?.name}</strong> : 'They'} will have no page any more. Mentions in articles become plain
        text again, and products keep the name.
      </p>
      {isOne && first && <IngredientUsesList id={first.id} />}
      {!isOne && used.length > 0 && (
        <p className="wrap-anywhere">Used by products: {used.map(({ name }) => name).join(', ')}.</p>
      )}
    </ConfirmDialog>
  )
}

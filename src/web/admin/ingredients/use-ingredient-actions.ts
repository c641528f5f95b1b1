import type { OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { submission } from '../../data/mutations.ts'
import { type IngredientsAction, useChangeIngredients } from '../../data/owner/ingredients.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'

type Act = (ingredients: OwnerIngredient[]) => void
export type IngredientActions = { activate: Act; deactivate: Act; remove: Act }

/** What is done to ingredients from their list. Each says how it went and offers to undo it. */
export function useIngredientActions(): IngredientActions {
  const change = useChangeIngredients()
  const run = (action: IngredientsAction['action'], ids: number[], onSuccess: () => void) =>
    change.mutate(submission({ action, ids }), {
      onSuccess,
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  const undo = (action: IngredientsAction['action'], ids: number[]) => () =>
    run(action, ids, () => toast(adminMessages.productsRestored))
  const idsOf = (ingredients: OwnerIngredient[]) => ingredients.map(({ id }) => id)
  const show = (isActive: boolean, ingredients: OwnerIngredient[]) => {
    const ids = idsOf(ingredients.filter((ingredient) => ingredient.isActive !== isActive))
    if (ids.length === 0) return
    const [action, back] = isActive ? (['activate', 'deactivate'] as const) : (['deactivate', 'activate'] as const)
    const message = isActive ? adminMessages.ingredientsActivated : adminMessages.ingredientsDeactivated
    run(action, ids, () => undoToast(message(ids.length), undo(back, ids)))
  }
  return {
    activate: (ingredients) => show(true, ingredients),
    deactivate: (ingredients) => show(false, ingredients),
    remove: (ingredients) => {
      const ids = idsOf(ingredients)
      const message = adminMessages.ingredientsDeleted(ingredients.map(({ name }) => name))
      run('delete', ids, () => undoToast(message, undo('restore', ids)))
    },
  }
}

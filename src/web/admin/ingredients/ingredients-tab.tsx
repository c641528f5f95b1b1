import { useParams } from '../../lib/router.tsx'
import { IngredientDialog } from './ingredient-dialog.tsx'
import { IngredientList } from './ingredient-list.tsx'
import { RecogniseDialog } from './recognise-dialog.tsx'

/** The ingredients that readers can look up; one that the address names is open over the list. */
export function IngredientsTab() {
  const { id } = useParams()
  return (
    <>
      <IngredientList />
      {id === 'recognise' && <RecogniseDialog />}
      {id !== undefined && id !== 'recognise' && <IngredientDialog key={id} id={id} />}
    </>
  )
}

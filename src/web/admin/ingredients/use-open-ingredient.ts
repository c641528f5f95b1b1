import { useRouter } from '../../lib/router.tsx'
import { useNextQuery } from '../kit/use-list-state.ts'

/** Opens an ingredient ('new' for one to create, 'recognise' for a list to paste) over the list, or closes it. */
export function useOpenIngredient(): (id?: number | 'new' | 'recognise') => void {
  const { navigate } = useRouter()
  const search = useNextQuery().toString()
  return (id) =>
    navigate(`/admin/ingredients${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

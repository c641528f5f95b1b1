import { useRouter } from '../../lib/router.tsx'
import { useNextQuery } from '../kit/use-list-state.ts'

/** Opens a product ('new' for one that is to be made) over the list, or closes it; the list stays as it is. */
export function useOpenProduct(): (id?: number | 'new') => void {
  const { navigate } = useRouter()
  const search = useNextQuery().toString()
  return (id) =>
    navigate(`/admin/products${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

import { useRouter } from '../../lib/router.tsx'

/** Opens a product ('new' for one that is to be made) over the list, or closes it; the list stays as it is. */
export function useOpenProduct(): (id?: number | 'new') => void {
  const { query, navigate } = useRouter()
  const search = query.toString()
  return (id) =>
    navigate(`/admin/products${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

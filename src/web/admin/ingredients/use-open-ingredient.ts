import { useRouter } from '../../lib/router.tsx'

/** Opens an ingredient ('new' for one to create, 'recognise' for a list to paste) over the list, or closes it. */
export function useOpenIngredient(): (id?: number | 'new' | 'recognise') => void {
  const { query, navigate } = useRouter()
  const search = query.toString()
  return (id) =>
    navigate(`/admin/ingredients${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

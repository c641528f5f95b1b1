import { useRouter } from '../../lib/router.tsx'

/** Opens or closes the dialog of an image; the state of the list is preserved. */
export function useOpenImage(): (id?: number) => void {
  const { query, navigate } = useRouter()
  const search = query.toString()
  return (id) =>
    navigate(`/admin/media${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

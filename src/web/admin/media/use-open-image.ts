import { useRouter } from '../../lib/router.tsx'

/** Opens an image over the library, or closes it; the library stays as it is. */
export function useOpenImage(): (id?: number) => void {
  const { query, navigate } = useRouter()
  const search = query.toString()
  return (id) =>
    navigate(`/admin/media${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

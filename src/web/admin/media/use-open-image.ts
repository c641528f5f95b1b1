import { useRouter } from '../../lib/router.tsx'
import { useNextQuery } from '../kit/use-list-state.ts'

/** Opens or closes the dialog of an image; the state of the list is preserved. */
export function useOpenImage(): (id?: number) => void {
  const { navigate } = useRouter()
  const search = useNextQuery().toString()
  return (id) =>
    navigate(`/admin/media${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

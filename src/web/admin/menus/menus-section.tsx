import { useQuery, useQueryClient } from '@tanstack/react-query'
import { menusQuery } from '../../data/owner/menus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { MenusForm } from './menus-form.tsx'

/** The menus of the header and the footer. */
export function MenusSection() {
  const menus = useQuery(menusQuery())
  const queryClient = useQueryClient()
  if (menus.isPending)
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">Loading the menus…</span>
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    )
  return (
    <>
      <LoadFailure query={menus}>The menus could not be loaded.</LoadFailure>
      {menus.data && (
        <MenusForm current={menus.data} onSaved={(saved) => queryClient.setQueryData(menusQuery().queryKey, saved)} />
      )}
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { submission } from '../../data/mutations.ts'
import { ownerCategoriesQuery, useReorderCategories } from '../../data/owner/categories.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'

type CategoryOrder = {
  /** In the new order, also before it is saved. */
  shown: OwnerCategory[]
  reorder: (order: OwnerCategory[]) => void
}

/**
 * Reorders the categories optimistically. Requests are sent one at a time; of several quick moves only the last is sent,
 * since each request has the whole order. Responses of older requests are not shown.
 */
export function useCategoryOrder(saved: OwnerCategory[]): CategoryOrder {
  const queryClient = useQueryClient()
  const { mutateAsync } = useReorderCategories()
  const [order, setOrder] = useState<OwnerCategory[]>()
  const wanted = useRef<number[]>(undefined)
  const isBusy = useRef(false)

  const send = async () => {
    isBusy.current = true
    while (wanted.current) {
      const ids = wanted.current
      wanted.current = undefined
      try {
        await mutateAsync(submission({ body: { ids } }))
      } catch (error) {
        wanted.current = undefined
        toast(adminMessages.actionFailed(messageOf(error as Error)))
      }
      if (!wanted.current) await queryClient.invalidateQueries({ queryKey: ownerCategoriesQuery().queryKey })
    }
    isBusy.current = false
    setOrder(undefined)
  }

  const reorder = (next: OwnerCategory[]) => {
    setOrder(next)
    wanted.current = next.map((category) => category.id)
    if (!isBusy.current) void send()
  }
  return { shown: order ?? saved, reorder }
}

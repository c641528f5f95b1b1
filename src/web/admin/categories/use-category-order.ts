import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnerCategory } from '../../../contract/categories.ts'
import { submission } from '../../data/mutations.ts'
import { ownerCategoriesQuery, useOrderCategories } from '../../data/owner/categories.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'

type CategoryOrder = {
  /** The categories in the order that the owner has put them into, saved or on its way. */
  shown: OwnerCategory[]
  putInOrder: (order: OwnerCategory[]) => void
}

/**
 * Puts the categories into an order, shown at once. One request is on its way at a time; of several quick moves the last
 * is what is sent next, since each carries the whole order. Until all is saved, no older answer shows through.
 */
export function useCategoryOrder(saved: OwnerCategory[]): CategoryOrder {
  const queryClient = useQueryClient()
  const { mutateAsync } = useOrderCategories()
  const [order, setOrder] = useState<OwnerCategory[]>()
  const wanted = useRef<number[]>(undefined)
  const isBusy = useRef(false)

  const send = async () => {
    isBusy.current = true
    while (wanted.current) {
      const ids = wanted.current
      wanted.current = undefined
      try {
        await mutateAsync(submission(ids))
      } catch (error) {
        wanted.current = undefined
        toast(adminMessages.actionFailed(messageOf(error as Error)))
      }
      if (!wanted.current) await queryClient.invalidateQueries({ queryKey: ownerCategoriesQuery().queryKey })
    }
    isBusy.current = false
    setOrder(undefined)
  }

  const putInOrder = (next: OwnerCategory[]) => {
    setOrder(next)
    wanted.current = next.map((category) => category.id)
    if (!isBusy.current) void send()
  }
  return { shown: order ?? saved, putInOrder }
}

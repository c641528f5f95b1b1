import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OwnerCategory } from '../../../contract/categories.ts'
import { submission } from '../../data/mutations.ts'
import { ownerCategoriesQuery, useOrderCategories } from '../../data/owner/categories.ts'
import { toast } from '../../lib/toast.ts'
import { ownerCopy } from '../kit/owner-copy.ts'
import { sentenceOf } from '../kit/refusals.ts'

/**
 * Puts the categories into an order, shown at once. One request is on its way at a time; of several quick moves the last
 * is what is sent next, since each carries the whole order.
 */
export function useCategoryOrder(): (order: OwnerCategory[]) => void {
  const queryClient = useQueryClient()
  const { mutateAsync } = useOrderCategories()
  const wanted = useRef<number[]>(undefined)
  const isBusy = useRef(false)
  const { queryKey } = ownerCategoriesQuery()

  const send = async () => {
    isBusy.current = true
    try {
      while (wanted.current) {
        const ids = wanted.current
        wanted.current = undefined
        await mutateAsync(submission(ids))
      }
    } catch (error) {
      wanted.current = undefined
      toast(ownerCopy.actionFailed(sentenceOf(error as Error)))
      await queryClient.invalidateQueries({ queryKey })
    } finally {
      isBusy.current = false
    }
  }

  return (order) => {
    // An answer that is still on its way would show the order from before.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, order)
    wanted.current = order.map((category) => category.id)
    if (!isBusy.current) void send()
  }
}

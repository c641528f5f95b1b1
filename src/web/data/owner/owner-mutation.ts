import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { adminMessages } from '../../admin/kit/admin-messages.ts'
import { messageOf } from '../../admin/kit/server-errors.ts'
import { toast } from '../../lib/toast.ts'
import { ApiError } from '../api.ts'
import type { Submission } from '../mutations.ts'

/** Retries what failed for lack of a response (status 0) or of the server; what was refused is refused again. */
export function retryOnce(failures: number, error: Error): boolean {
  if (failures >= 1 || error.name === 'AbortError') return false
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export type MutationOptions = {
  /** Also reads again after a 409, for acts that depend on a state which may have changed since it was shown. */
  readsAfterConflict?: boolean
  /** The component shows the result's `error`, so a failure needs no toast. */
  showsError?: boolean
}

/**
 * An admin mutation. `act` gets the input and the idempotency key of the `submission` passed to `mutate`. Invalidates all
 * queries, because any list or page may show the changed data. A failure of `mutate` is a toast, unless the call has its own
 * `onError`.
 */
export function useOwnerMutation<Input, Answer>(
  act: (input: Input, key: string) => Promise<Answer>,
  { readsAfterConflict = false, showsError = false }: MutationOptions = {},
): UseMutationResult<Answer, Error, Submission<Input>> {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ input, key }: Submission<Input>) => act(input, key),
    retry: retryOnce,
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: (error) => {
      if (readsAfterConflict && error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries()
    },
  })
  const { mutate } = mutation
  const mutateWithToast = useCallback<typeof mutate>(
    (input, handlers) => mutate(input, showsError ? handlers : { onError: showFailure, ...handlers }),
    [mutate, showsError],
  )
  return { ...mutation, mutate: mutateWithToast }
}

const showFailure = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

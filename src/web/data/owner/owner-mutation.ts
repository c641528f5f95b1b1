import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api.ts'
import type { Submission } from '../mutations.ts'

/** Retries what failed for lack of a response (status 0) or of the server; what was refused is refused again. */
export function retryOnce(failures: number, error: Error): boolean {
  if (failures >= 1 || error.name === 'AbortError') return false
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

type MutationOptions = {
  /** Also reads again after a 409, for acts that depend on a state which may have changed since it was shown. */
  readsAfterConflict?: boolean
}

/**
 * An admin mutation. `act` gets the input and the idempotency key of the `submission` passed to `mutate`. Invalidates all
 * queries, because any list or page may show the changed data.
 */
export function useOwnerMutation<Input, Answer>(
  act: (input: Input, key: string) => Promise<Answer>,
  { readsAfterConflict = false }: MutationOptions = {},
): UseMutationResult<Answer, Error, Submission<Input>> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ input, key }: Submission<Input>) => act(input, key),
    retry: retryOnce,
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: (error) => {
      if (readsAfterConflict && error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries()
    },
  })
}

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api.ts'
import type { Submission } from '../mutations.ts'

/**
 * An admin mutation. `act` gets the input and the idempotency key of the `submission` passed to `mutate`. Invalidates all
 * queries, because any list or page may show the changed data.
 */
export function useOwnerMutation<Input, Answer>(
  act: (input: Input, key: string) => Promise<Answer>,
): UseMutationResult<Answer, Error, Submission<Input>> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ input, key }: Submission<Input>) => act(input, key),
    // What was refused is refused again.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

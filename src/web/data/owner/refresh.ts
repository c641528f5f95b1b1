import type { QueryClient } from '@tanstack/react-query'

/** Asks again for everything that was loaded, shown or not. Rejects where anything fails. */
export async function refreshOwnerData(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({}, { throwOnError: true })
}

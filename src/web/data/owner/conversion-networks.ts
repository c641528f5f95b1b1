import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConversionNetwork, NetworkInput, NewNetwork } from '../../../contract/conversions.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const networksQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/conversion-networks'],
    queryFn: () => ownerGet<ConversionNetwork[]>('/api/conversion-networks'),
  })

/** Sent once: the answer holds the secret, which the server does not keep to repeat it. */
export function useCreateNetwork() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: NetworkInput) => ownerSend<NewNetwork>('POST', '/api/conversion-networks', input),
    retry: false,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: networksQuery().queryKey }),
  })
}

export function useRevokeNetwork() {
  return useOwnerMutation((id: number, key) => ownerSend('DELETE', `/api/conversion-networks/${id}`, undefined, key))
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createNetwork, listNetworks, type NetworkInput, revokeNetwork } from '../../../contract/shop/conversions.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'

export const networksQuery = () => ownerQuery(listNetworks)

/** Sent once: the response holds the secret, of which the server stores only a hash. */
export function useCreateNetwork() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NetworkInput) => ownerWrite(createNetwork, { body }),
    retry: false,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: networksQuery().queryKey }),
  })
}

export const useRevokeNetwork = () => useOwnerWrite(revokeNetwork, { showsError: true })

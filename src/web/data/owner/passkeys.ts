import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey, PasskeyName } from '../../../contract/passkeys.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/auth/passkeys'],
    queryFn: () => ownerGet<Passkey[]>('/api/auth/passkeys'),
  })

export type NewPasskey = PasskeyName & { password: string }

/** Asks the server for a challenge, the browser for a passkey, and the server to keep it. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: addPasskey,
    // A prompt that was closed does not come back by itself.
    retry: false,
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

async function addPasskey({ name, password }: NewPasskey): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const optionsJSON = await ownerSend<Options>('POST', '/api/auth/passkeys/options', { password })
  const { id, rawId, type, clientExtensionResults, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return ownerSend<Passkey>('POST', '/api/auth/passkeys', {
    name,
    response: { id, rawId, type, clientExtensionResults, response: { clientDataJSON, attestationObject, transports } },
  })
}

export function useRenamePasskey() {
  return useOwnerMutation(({ id, name }: PasskeyName & { id: number }) =>
    ownerSend<Passkey>('PUT', `/api/auth/passkeys/${id}`, { name }),
  )
}

export function useDeletePasskey() {
  return useOwnerMutation((id: number) => ownerSend<unknown>('DELETE', `/api/auth/passkeys/${id}`))
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  beginPasskey,
  createPasskey,
  deletePasskey,
  listPasskeys,
  type Passkey,
  type PasskeyName,
  renamePasskey,
} from '../../../contract/accounts/passkeys.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'

export const passkeysQuery = () => ownerQuery(listPasskeys)

type NewPasskey = PasskeyName & { password: string }

/** Requests a challenge, lets the browser create a passkey for it, and registers the passkey. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: addPasskey,
    // A retry would open the browser's dialog again after the user closed it.
    retry: false,
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

async function addPasskey({ name, password }: NewPasskey): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await ownerWrite(beginPasskey, { body: { password } })
  const { id, rawId, type, clientExtensionResults, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return ownerWrite(createPasskey, {
    body: {
      name,
      response: {
        ...{ id, rawId, type, clientExtensionResults: { ...clientExtensionResults } },
        response: { clientDataJSON, attestationObject, transports },
      },
    },
  })
}

export const useRenamePasskey = () => useOwnerWrite(renamePasskey)
export const useDeletePasskey = () => useOwnerWrite(deletePasskey, { showsError: true })

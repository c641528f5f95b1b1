import type { User } from '../../contract/auth.ts'
import type { SignInMethods } from '../../contract/passkeys.ts'
import { getJson, sendJson } from './api.ts'

/** True if the browser supports passkeys and the site has one registered. */
export async function hasPasskeyLogin(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  return (await getJson<SignInMethods>('/api/auth/methods')).passkey
}

/** Signs in with a passkey. Rejects with an Error whose message can be shown. */
export async function loginWithPasskey(): Promise<User> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = await sendJson<Options>('POST', '/api/auth/passkey-login/options')
  const { id, rawId, type, clientExtensionResults, response } = await startAuthentication({ optionsJSON }).catch(
    (error: unknown) => {
      const isCancelled = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
      throw new Error(isCancelled ? 'No passkey was used. You can try again, or use your password.' : String(error))
    },
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const { user } = await sendJson<{ user: User }>('POST', '/api/auth/passkey-login', {
    response: {
      id,
      rawId,
      type,
      clientExtensionResults,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
  })
  return user
}

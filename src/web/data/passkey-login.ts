import type { User } from '../../contract/accounts/auth.ts'
import {
  beginPasskeyLogin,
  findSignInMethods,
  type PasskeySignIn,
  loginWithPasskey as sendPasskey,
} from '../../contract/accounts/passkeys.ts'
import { browserRead, write } from './call.ts'

/** Whether this browser supports passkeys and one is registered. */
export async function hasPasskeyLogin(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  return (await browserRead(findSignInMethods)).passkey
}

/** Signs in with a passkey that the user chooses. Rejects with an Error whose message is a sentence for the user. */
export async function loginWithPasskey(): Promise<User> {
  return (await write(sendPasskey, { body: await signPasskeyChallenge() })).user
}

/** Lets the user choose a passkey and signs a challenge with it. Rejects as above. */
export async function signPasskeyChallenge(): Promise<PasskeySignIn> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await write(beginPasskeyLogin, {})
  const { id, rawId, type, clientExtensionResults, response } = await startAuthentication({ optionsJSON }).catch(
    (error: unknown) => {
      const isCancelled = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
      throw new Error(isCancelled ? 'No passkey was used. You can try again, or use your password.' : String(error))
    },
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
  }
}

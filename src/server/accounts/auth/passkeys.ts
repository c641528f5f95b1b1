import type { User } from '../../../contract/accounts/auth.ts'
import type { Passkey, PasskeyInput, PasskeySignIn } from '../../../contract/accounts/passkeys.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findUser } from '../users/users.repo.ts'
import {
  consumeChallenge,
  createChallenge,
  createPasskey,
  findPasskey,
  listCredentialIds,
  updatePasskeyUse,
} from './passkeys.repo.ts'

export type Passkeys = ReturnType<typeof createPasskeys>

/** Loaded on first use: hundreds of small files would delay the start. */
const loadLibrary = () => import('@simplewebauthn/server')

/** In milliseconds. */
const CHALLENGE_AGE = 5 * 60 * 1000

/**
 * Passkeys replace password and code: they prove possession of the device and, by biometrics or PIN, the user's presence.
 * They are bound to the host of `origin`.
 */
export function createPasskeys({ db, clock, origin }: { db: Db; clock: () => Date; origin: string }) {
  const rpID = new URL(origin).hostname
  const userVerification = 'required'
  // Ed25519, P-256 and RSA, without the library's others that are experimental in Node.
  const supportedAlgorithmIDs = [-8, -7, -257]

  async function issueChallenge<Options extends { challenge: string }>(
    purpose: 'register' | 'sign-in',
    options: Options,
  ) {
    const expiresAt = new Date(clock().getTime() + CHALLENGE_AGE).toISOString()
    await createChallenge(db, options.challenge, purpose, expiresAt)
    return options
  }
  const isChallengeFor = (purpose: 'register' | 'sign-in') => (challenge: string) =>
    consumeChallenge(db, challenge, purpose, clock().toISOString())

  return {
    /** The host that passkeys are bound to. */
    host: rpID,

    async registrationOptions(user: User, siteName: string) {
      const known = await listCredentialIds(db, user.id, rpID)
      const { generateRegistrationOptions } = await loadLibrary()
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID,
        userName: user.username,
        userDisplayName: user.name,
        userID: new TextEncoder().encode(`owner-${user.id}`),
        timeout: CHALLENGE_AGE,
        supportedAlgorithmIDs,
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification },
      })
      return issueChallenge('register', options)
    },

    /** Undefined if the response is invalid. */
    async register(userId: number, { name, response }: PasskeyInput): Promise<Passkey | undefined> {
      const { verifyRegistrationResponse } = await loadLibrary()
      const check = verifyRegistrationResponse({
        response,
        supportedAlgorithmIDs,
        expectedChallenge: isChallengeFor('register'),
        expectedOrigin: origin,
        expectedRPID: rpID,
      })
      // The library throws for any invalid response.
      const { registrationInfo } = await check.catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) return undefined
      const { id, publicKey, counter } = registrationInfo.credential
      return createPasskey(db, {
        user_id: userId,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(response.response.transports ?? []),
        name,
        created_at: clock().toISOString(),
        last_used_at: null,
        host: rpID,
      })
    },

    /** Without credential ids: the browser offers its passkeys for this site. */
    async signInOptions() {
      const { generateAuthenticationOptions } = await loadLibrary()
      return issueChallenge(
        'sign-in',
        await generateAuthenticationOptions({ rpID, userVerification, timeout: CHALLENGE_AGE }),
      )
    },

    /** The user of the passkey; undefined if the response is invalid. */
    async signIn({ response }: PasskeySignIn): Promise<User | undefined> {
      const row = await findPasskey(db, response.id)
      if (!row) return undefined
      const { verifyAuthenticationResponse } = await loadLibrary()
      const check = verifyAuthenticationResponse({
        response,
        expectedChallenge: isChallengeFor('sign-in'),
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: row.credential_id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: Number(row.counter),
        },
      })
      const result = await check.catch(() => undefined)
      if (!result?.verified) return undefined
      const { newCounter: counter } = result.authenticationInfo
      await updatePasskeyUse(db, { id: row.id, counter, host: rpID, now: clock().toISOString() })
      const user = await findUser(db, row.user_id)
      return user && { id: user.id, username: user.username, name: user.name }
    },
  }
}

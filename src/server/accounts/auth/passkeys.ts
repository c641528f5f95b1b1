import type { User } from '../../../contract/auth.ts'
import type { Passkey, PasskeyInput, PasskeySignIn } from '../../../contract/passkeys.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findUser } from '../users/users.repo.ts'
import {
  consumeChallenge,
  createChallenge,
  createPasskey,
  findPasskey,
  listCredentialIds,
  notePasskeyUse,
} from './passkeys.repo.ts'

export type Passkeys = ReturnType<typeof createPasskeys>

/** Hundreds of small files, which a start does not wait for. */
const loadLibrary = () => import('@simplewebauthn/server')

/** How long a challenge may be answered, in milliseconds. */
const CHALLENGE_AGE = 5 * 60 * 1000

/**
 * Passkeys: what one proves is the device and, by finger, face or PIN, the person; so it stands for password and code
 * together. They belong to the host of `origin` and work nowhere else.
 */
export function createPasskeys({ db, clock, origin }: { db: Db; clock: () => Date; origin: string }) {
  const rpID = new URL(origin).hostname
  const userVerification = 'required'
  // Ed25519, P-256 and RSA: what authenticators have. The library would also try what Node calls experimental.
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
    async registrationOptions(user: User, siteName: string) {
      const known = await listCredentialIds(db, user.id)
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

    /** Undefined where the answer is not right. */
    async register(userId: number, { name, response }: PasskeyInput): Promise<Passkey | undefined> {
      const { verifyRegistrationResponse } = await loadLibrary()
      const check = verifyRegistrationResponse({
        response,
        supportedAlgorithmIDs,
        expectedChallenge: isChallengeFor('register'),
        expectedOrigin: origin,
        expectedRPID: rpID,
      })
      // The library throws for whatever is not right.
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
      })
    },

    /** No passkey is named: the browser offers those that it has for this site. */
    async signInOptions() {
      const { generateAuthenticationOptions } = await loadLibrary()
      return issueChallenge(
        'sign-in',
        await generateAuthenticationOptions({ rpID, userVerification, timeout: CHALLENGE_AGE }),
      )
    },

    /** The user whose passkey answered; undefined where the answer is not right. */
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
      await notePasskeyUse(db, row.id, result.authenticationInfo.newCounter, clock().toISOString())
      const user = await findUser(db, row.user_id)
      return user && { id: user.id, username: user.username, name: user.name }
    },
  }
}

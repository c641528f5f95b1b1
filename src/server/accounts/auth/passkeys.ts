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

const CHALLENGE_AGE_MS = 5 * 60 * 1000
const userVerification = 'required'
/** Ed25519, P-256 and RSA, without the library's others that are experimental in Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

type PasskeyParts = { db: Db; clock: () => Date; origin: string }
type Purpose = 'register' | 'sign-in'

/**
 * Passkeys replace password and code: they prove possession of the device and, by biometrics or PIN, the user's presence.
 * They are bound to the host of `origin`.
 */
export function createPasskeys({ db, clock, origin }: PasskeyParts) {
  const site = { db, clock, origin, rpID: new URL(origin).hostname }
  return {
    /** The host that passkeys are bound to. */
    host: site.rpID,
    registrationOptions: (user: User, siteName: string) => registrationOptions(site, user, siteName),
    /** Undefined if the response is invalid. */
    register: (userId: number, input: PasskeyInput) => register(site, userId, input),
    /** Without credential ids: the browser offers its passkeys for this site. */
    async signInOptions() {
      const { generateAuthenticationOptions } = await loadLibrary()
      const { rpID } = site
      return issueChallenge(
        site,
        'sign-in',
        await generateAuthenticationOptions({ rpID, userVerification, timeout: CHALLENGE_AGE_MS }),
      )
    },
    /** The user of the passkey; undefined if the response is invalid. */
    signIn: (input: PasskeySignIn) => signIn(site, input),
  }
}

type PasskeySite = PasskeyParts & { rpID: string }

async function registrationOptions(site: PasskeySite, user: User, siteName: string) {
  const { db, rpID } = site
  const known = await listCredentialIds(db, user.id, rpID)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID,
    userName: user.username,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`owner-${user.id}`),
    timeout: CHALLENGE_AGE_MS,
    supportedAlgorithmIDs,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification },
  })
  return issueChallenge(site, 'register', options)
}

async function register(
  site: PasskeySite,
  userId: number,
  { name, response }: PasskeyInput,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const check = verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs,
    expectedChallenge: isChallengeFor(site, 'register'),
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
  })
  // The library throws for any invalid response.
  const { registrationInfo } = await check.catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return createPasskey(site.db, {
    user_id: userId,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(response.response.transports ?? []),
    name,
    created_at: site.clock().toISOString(),
    last_used_at: null,
    host: site.rpID,
  })
}

async function signIn(site: PasskeySite, { response }: PasskeySignIn): Promise<User | undefined> {
  const { db, clock, rpID } = site
  const row = await findPasskey(db, response.id)
  if (!row) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const check = verifyAuthenticationResponse({
    response,
    expectedChallenge: isChallengeFor(site, 'sign-in'),
    expectedOrigin: site.origin,
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
}

async function issueChallenge<Options extends { challenge: string }>(
  { db, clock }: PasskeySite,
  purpose: Purpose,
  options: Options,
) {
  const expiresAt = new Date(clock().getTime() + CHALLENGE_AGE_MS).toISOString()
  await createChallenge(db, options.challenge, purpose, expiresAt)
  return options
}

function isChallengeFor({ db, clock }: PasskeySite, purpose: Purpose) {
  return (challenge: string) => consumeChallenge(db, challenge, purpose, clock().toISOString())
}

import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicRead, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo, itemsUpTo, line } from '../platform/text-fields.ts'
import { PasswordCheck, passwordFailures } from './account.ts'
import { SignedIn } from './auth.ts'

/** Passkeys (WebAuthn). Both ends use a library for the messages between browser and authenticator. */

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Where it was made and works, if the site has had another host since; else null. */
  otherHost: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyName = z.object({ name: line(1, 60, 'Please name this passkey') })
export type PasskeyName = z.infer<typeof PasskeyName>

const text = z.string().check(charactersUpTo(20_000))
const credential = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** The browser's response to registration options. */
export const PasskeyInput = z.extend(PasskeyName, {
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.optional(z.array(z.string().check(charactersUpTo(40))).check(itemsUpTo(10))),
    }),
  }),
})
export type PasskeyInput = z.infer<typeof PasskeyInput>

/** The browser's response to sign-in options. */
export const PasskeySignIn = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: z.optional(text),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

const userVerification = z.optional(z.enum(['discouraged', 'preferred', 'required']))

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  timeout: z.optional(z.number()),
  userVerification,
})

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  attestation: z.optional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
  excludeCredentials: z.optional(z.array(z.object({ id: z.string(), type: z.string() }))),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification,
    }),
  ),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
  hints: z.optional(z.array(z.enum(['hybrid', 'security-key', 'client-device']))),
})

/** Sign-in methods in addition to the password. */
export const SignInMethods = z.object({ passkey: z.boolean() })
export type SignInMethods = z.infer<typeof SignInMethods>

export const findSignInMethods = publicRead('/auth/methods', {
  summary: 'Available sign-in methods in addition to the password',
  responses: { 200: json('The methods', SignInMethods) },
})

export const beginPasskeyLogin = publicWrite('POST', '/auth/passkey-login/options', {
  summary: 'A challenge for signing in with a passkey, valid once within 5 minutes',
  rateLimit: 'login',
  purges: [],
  responses: { 200: json('WebAuthn’s request options', PasskeyRequestOptions) },
})

export const loginWithPasskey = publicWrite('POST', '/auth/passkey-login', {
  summary: 'Sign in with a passkey; sets the session cookie',
  body: PasskeySignIn,
  rateLimit: 'login',
  purges: [],
  responses: { 200: json('Signed in', SignedIn), 401: failure('The passkey was not accepted') },
})

export const listPasskeys = ownerRead('/auth/passkeys', {
  summary: 'The owner’s passkeys',
  responses: { 200: json('The passkeys', z.array(Passkey)) },
})

export const beginPasskey = ownerWrite('POST', '/auth/passkeys/options', {
  summary: 'A challenge for a new passkey, valid once within 5 minutes',
  body: PasswordCheck,
  purges: [],
  audit: 'Began to add a passkey',
  responses: { 200: json('WebAuthn’s creation options', PasskeyCreationOptions), ...passwordFailures },
})

/** Idempotent by its challenge, which is valid once. */
export const createPasskey = ownerWrite('POST', '/auth/passkeys', {
  summary: 'Register a passkey',
  body: PasskeyInput,
  purges: [],
  audit: 'Added passkey “…”',
  responses: { 201: json('Registered', Passkey) },
})

export const renamePasskey = ownerWrite('PUT', '/auth/passkeys/:id', {
  summary: 'Rename a passkey',
  body: PasskeyName,
  notFound: 'Passkey not found',
  purges: [],
  audit: 'Renamed passkey to “…”',
  responses: { 200: json('The passkey', Passkey) },
})

export const deletePasskey = ownerWrite('DELETE', '/auth/passkeys/:id', {
  stepUp: true,
  summary: 'Delete a passkey',
  notFound: 'Passkey not found',
  purges: [],
  audit: 'Removed passkey “…”',
  responses: { 200: json('Deleted', Empty) },
})

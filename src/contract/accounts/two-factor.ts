import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'
import { PasswordCheck, passwordFailures } from './account.ts'

/** Two-step verification: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone. */

export const TwoFactor = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() })
export type TwoFactor = z.infer<typeof TwoFactor>

/** `address` is an `otpauth:` URI for a QR code, `secret` its secret for typing. */
export const TwoFactorSetup = z.object({ address: z.string(), secret: z.string() })
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

export const TwoFactorCode = z.object({
  code: z
    .string({ error: 'Required' })
    .check(typed(), z.minLength(1, 'Please enter the code'), charactersUpTo(100), noNul()),
})
export type TwoFactorCode = z.infer<typeof TwoFactorCode>

/** Sent once; only their hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** None of the writes takes an Idempotency-Key: stored responses would hold secrets in clear text. */

export const findTwoFactor = ownerRead('/auth/two-factor', {
  summary: 'Whether two-step verification is on',
  responses: { 200: json('Its state', TwoFactor) },
})

export const beginTwoFactor = ownerWrite('POST', '/auth/two-factor', {
  summary: 'Create a secret for the authenticator app; it takes effect when a code confirms it',
  body: PasswordCheck,
  purges: [],
  audit: 'Began to set up two-step verification',
  responses: { 201: json('The secret', TwoFactorSetup), 409: failure('It is on already'), ...passwordFailures },
})

export const confirmTwoFactor = ownerWrite('PUT', '/auth/two-factor', {
  summary: 'Turn it on with a code of the app; ends all other sessions',
  body: TwoFactorCode,
  purges: [],
  audit: 'Turned on two-step verification',
  responses: {
    200: json('Recovery codes, shown only once', RecoveryCodes),
    409: failure('It is on already'),
    429: failure('Too many wrong codes; Retry-After says when to come back'),
  },
})

export const renewRecoveryCodes = ownerWrite('POST', '/auth/two-factor/recovery-codes', {
  summary: 'Replace the recovery codes',
  body: PasswordCheck,
  purges: [],
  audit: 'Made new recovery codes',
  responses: {
    201: json('The codes, shown only once', RecoveryCodes),
    409: failure('It is off'),
    ...passwordFailures,
  },
})

/** Not DELETE, whose body some proxies drop. */
export const turnOffTwoFactor = ownerWrite('POST', '/auth/two-factor/removal', {
  summary: 'Turn it off',
  body: PasswordCheck,
  purges: [],
  audit: 'Turned off two-step verification',
  responses: { 200: json('It is off', Empty), ...passwordFailures },
})

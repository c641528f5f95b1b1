import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { CurrentPassword, passwordFailures } from './account.ts'
import { PasskeySignIn } from './passkeys.ts'
import { TwoFactorCode } from './two-factor.ts'

/** Step-up authentication (RFC 9470): the password, a code or a passkey again, for endpoints that declare `stepUp`. */

/** One of both. */
export const StepUp = z
  .object({ password: z.optional(CurrentPassword), code: z.optional(TwoFactorCode.shape.code) })
  .check(
    z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      path: ['password'],
      error: 'Please enter your password',
    }),
  )
export type StepUp = z.infer<typeof StepUp>

export const findStepUp = ownerRead('/auth/step-up', {
  stepUp: true,
  summary: 'Whether the session was authenticated within the last ten minutes',
  responses: { 200: json('It was', Empty) },
})

/** Neither write takes an Idempotency-Key: the stored request would hold a hash of the password. */

export const stepUp = ownerWrite('POST', '/auth/step-up', {
  summary: 'Authenticate this session again for ten minutes, with the password or a code of the authenticator app',
  body: StepUp,
  purges: [],
  audit: 'Confirmed the identity',
  responses: { 200: json('Confirmed', Empty), ...passwordFailures },
})

export const stepUpWithPasskey = ownerWrite('POST', '/auth/step-up/passkey', {
  summary: 'Authenticate this session again for ten minutes, with a passkey',
  body: PasskeySignIn,
  purges: [],
  audit: 'Confirmed the identity with a passkey',
  responses: { 200: json('Confirmed', Empty) },
})

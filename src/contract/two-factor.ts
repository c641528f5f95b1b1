import * as z from 'zod/mini'
import { noNul } from './text-fields.ts'

/** Two-step verification: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone. */

export const TwoFactor = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() })
export type TwoFactor = z.infer<typeof TwoFactor>

/** What the app is set up with: an `otpauth:` address, for a QR code, and its secret, to be typed. */
export const TwoFactorSetup = z.object({ address: z.string(), secret: z.string() })
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

export const TwoFactorCode = z.object({
  code: z
    .string({ error: 'Required' })
    .check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(100, 'Invalid input'), noNul()),
})
export type TwoFactorCode = z.infer<typeof TwoFactorCode>

/** Shown once; only their hashes are kept. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

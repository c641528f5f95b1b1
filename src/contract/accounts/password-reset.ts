import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'
import { NewPassword } from './account.ts'

/** The way back in for an owner who has lost the password. Its forms are posted as HTML forms. */

export const ResetRequest = z.object({
  username: z
    .string({ error: 'Required' })
    .check(typed(), z.minLength(1, 'Username is required'), charactersUpTo(100), noNul()),
})
export type ResetRequest = z.infer<typeof ResetRequest>

/** `token` comes from the link in the mail. */
export const PasswordReset = z.object({
  token: z.string({ error: 'Required' }).check(charactersUpTo(100)),
  password: NewPassword,
})
export type PasswordReset = z.infer<typeof PasswordReset>

/** How a lost password is replaced. */
export const Recovery = z.object({
  /** A link is mailed to the email of the site. */
  byMail: z.boolean(),
  /** The command that the operator types on the server. */
  command: z.string(),
})
export type Recovery = z.infer<typeof Recovery>

export const findRecovery = publicRead('/auth/recovery', {
  summary: 'How a lost password is replaced',
  dependsOn: ['settings'],
  responses: { 200: json('The ways', Recovery) },
})

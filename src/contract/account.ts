import * as z from 'zod/mini'
import { line, noNul, paragraph } from './text-fields.ts'

/** The owner's account: who it is, its password, and where it is signed in. */

export const Username = line(1, 100, 'Username is required')

/** A password that is chosen now; those of older days are only checked. */
export const NewPassword = z
  .string({ error: 'Required' })
  .check(
    z.minLength(12, 'Please use at least 12 characters'),
    z.maxLength(1000, 'Please use at most 1000 characters'),
    noNul(),
  )

const CurrentPassword = z
  .string({ error: 'Required' })
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(1000, 'Invalid input'))

/** What must not be done by whoever finds the dashboard open asks for the password. */
export const PasswordCheck = z.object({ password: CurrentPassword })
export type PasswordCheck = z.infer<typeof PasswordCheck>

export const PasswordChange = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

export const ProfileInput = z.object({
  username: Username,
  /** The author's name on the site. */
  name: line(1, 100, 'Please enter a name'),
  bio: paragraph(0, 2000, ''),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const SessionEntry = z.object({
  id: z.number(),
  /** Such as 'Chrome on Android'. */
  device: z.string(),
  createdAt: z.string(),
  /** Right to a few minutes. */
  lastSeenAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>

/** The first account of a site, made with the link that its first start printed. */
export const SetupInput = z.object({
  token: z.string({ error: 'Required' }).check(z.maxLength(100, 'Invalid input')),
  username: Username,
  password: NewPassword,
})
export type SetupInput = z.infer<typeof SetupInput>

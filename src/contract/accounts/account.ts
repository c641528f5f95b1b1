import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo, line, noNul, paragraph } from '../platform/text-fields.ts'
import { SignedIn } from './auth.ts'

/** The owner's account: profile, password and sessions. */

export const Username = line(1, 100, 'Username is required')

/** A new password. Existing ones are only compared, so these limits do not apply to them. */
export const NewPassword = z
  .string({ error: 'Required' })
  .check(
    z.minLength(12, 'Please use at least 12 characters'),
    z.maxLength(1000, 'Please use at most 1000 characters'),
    noNul(),
  )

export const CurrentPassword = z
  .string({ error: 'Required' })
  .check(z.minLength(1, 'Please enter your password'), charactersUpTo(1000))

/** The password again, before a change that an open session alone does not authorize. */
export const PasswordCheck = z.object({ password: CurrentPassword })
export type PasswordCheck = z.infer<typeof PasswordCheck>

/** The failures of an endpoint that checks the password. */
export const passwordFailures = {
  400: failure('A field is missing, or the password is wrong; `issues` says which'),
  429: failure('Too many wrong passwords; Retry-After says when to come back'),
} as const

export const PasswordChange = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

export const ProfileInput = z.object({
  username: Username,
  /** The name that the dashboard shows; readers see the author of the settings. */
  name: line(1, 100, 'Please enter a name'),
  /** On no page; the settings of the author offer it. */
  bio: paragraph(0, 2000, ''),
})
export type ProfileInput = z.infer<typeof ProfileInput>

/** An absent username stays as it is. */
export const ProfileChange = z.partial(ProfileInput, { username: true })
export type ProfileChange = z.infer<typeof ProfileChange>

export const SessionEntry = z.object({
  id: z.number(),
  /** A device such as 'Chrome on Android'. */
  device: z.string(),
  createdAt: z.string(),
  /** Accurate to a few minutes. */
  lastSeenAt: z.string(),
  /** The session of this request. */
  isCurrent: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>

/** The first account of a site; `token` comes from the link that the first start prints. */
export const SetupInput = z.object({
  token: z.string({ error: 'Required' }).check(charactersUpTo(100)),
  username: Username,
  password: NewPassword,
})
export type SetupInput = z.infer<typeof SetupInput>

export const setUpOwner = publicWrite('POST', '/auth/setup', {
  summary: 'Create the first account, with the link that the first start printed; sets the session cookie',
  body: SetupInput,
  rateLimit: 'login',
  purges: ['users'],
  softPurge: true,
  responses: { 201: json('Created, and signed in', SignedIn), 403: failure('The link is no longer valid') },
})

export const findProfile = ownerRead('/auth/profile', {
  summary: 'The owner’s profile',
  responses: { 200: json('The profile', ProfileInput) },
})

export const saveProfile = ownerWrite('PUT', '/auth/profile', {
  stepUp: ['username'],
  summary: 'Change username, name and bio',
  body: ProfileChange,
  idempotent: true,
  purges: ['users'],
  softPurge: true,
  audit: 'Changed the profile',
  responses: { 200: json('The profile', ProfileInput) },
})

export const changePassword = ownerWrite('PUT', '/auth/password', {
  summary: 'Change the password; ends all other sessions',
  body: PasswordChange,
  idempotent: true,
  purges: ['users'],
  softPurge: true,
  audit: 'Changed the password',
  responses: { 200: json('Changed', Empty), ...passwordFailures },
})

export const listSessions = ownerRead('/auth/sessions', {
  summary: 'Active sessions of the owner, most recently used first',
  responses: { 200: json('The sessions', z.array(SessionEntry)) },
})

export const endOtherSessions = ownerWrite('DELETE', '/auth/sessions', {
  stepUp: true,
  summary: 'End all sessions but the one of this request',
  purges: [],
  audit: 'Signed out everywhere else',
  responses: { 200: json('Ended', Empty) },
})

export const endSession = ownerWrite('DELETE', '/auth/sessions/:id', {
  stepUp: true,
  summary: 'End one session',
  notFound: 'Session not found',
  purges: [],
  audit: 'Signed out “…”',
  responses: { 200: json('Ended', Empty) },
})

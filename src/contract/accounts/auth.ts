import * as z from 'zod/mini'
import { Empty, failure, json, publicRead, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'

export const LoginInput = z.object({
  username: z
    .string({ error: 'Required' })
    .check(typed(), z.minLength(1, 'Username is required'), charactersUpTo(100), noNul()),
  password: z.string({ error: 'Required' }).check(z.minLength(1, 'Password is required'), charactersUpTo(1000)),
  /** The code of the authenticator app, or a recovery code; required after a response with `needs: 'code'`. */
  code: z.optional(z.string({ error: 'Required' }).check(typed(), charactersUpTo(100), noNul())),
})
export type LoginInput = z.infer<typeof LoginInput>

/** A signed-in user. */
export const User = z.object({ id: z.number(), username: z.string(), name: z.string() })
export type User = z.infer<typeof User>

export const SignedIn = z.object({ user: User })

/** The public profile of the author. */
export const Author = z.object({ id: z.number(), name: z.string(), bio: z.string(), image: z.nullable(z.string()) })
export type Author = z.infer<typeof Author>

export const findAuthor = publicRead('/users/:id', {
  summary: 'The public profile of the author',
  notFound: 'User not found',
  dependsOn: ['users', 'images'],
  responses: { 200: json('The author', Author) },
})

export const findSignedInUser = publicRead('/auth/user', {
  summary: 'The signed-in user',
  responses: { 200: json('The user', User), 401: failure('No valid session') },
})

export const login = publicWrite('POST', '/auth/login', {
  summary: 'Sign in; sets the session cookie',
  body: LoginInput,
  rateLimit: 'login',
  purges: [],
  responses: {
    200: json('Signed in', SignedIn),
    401: failure('Invalid username or password; with `needs: "code"` both are right and a code is missing or wrong'),
  },
})

export const logout = publicWrite('POST', '/auth/logout', {
  summary: 'Sign out; deletes the session cookie',
  purges: [],
  responses: { 200: json('Signed out', Empty) },
})

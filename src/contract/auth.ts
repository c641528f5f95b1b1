import * as z from 'zod/mini'
import { endpoint, failure, json } from './endpoint.ts'
import { Id } from './paths.ts'
import { noNul } from './text-fields.ts'

export const LoginInput = z.object({
  username: z
    .string({ error: 'Required' })
    .check(z.minLength(1, 'Username is required'), z.maxLength(100, 'Invalid input'), noNul()),
  password: z
    .string({ error: 'Required' })
    .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Invalid input')),
  /** Of the authenticator app, or a recovery code; asked for with `needs: 'code'`. */
  code: z.optional(z.string({ error: 'Required' }).check(z.trim(), z.maxLength(100, 'Invalid input'), noNul())),
})
export type LoginInput = z.infer<typeof LoginInput>

/** The signed-in user, as `GET /api/auth/user` answers it. */
export const User = z.object({ id: z.number(), username: z.string(), name: z.string() })
export type User = z.infer<typeof User>

/** The public face of the author, as `GET /api/users/{id}` answers it. */
export const Author = z.object({ id: z.number(), name: z.string(), bio: z.string(), image: z.nullable(z.string()) })
export type Author = z.infer<typeof Author>

export const findAuthor = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'public',
  summary: 'The public face of the author',
  params: { id: Id },
  notFound: 'User not found',
  dependsOn: ['users', 'images'],
  responses: { 200: json('The author', Author) },
})

export const findSignedInUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  access: 'public',
  summary: 'The signed-in user',
  responses: { 200: json('The user', User), 401: failure('No valid session') },
})

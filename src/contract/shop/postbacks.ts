import * as z from 'zod/mini'
import { Empty, endpoint, json } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'

/** The address to which the network of a program pushes sales. */
export const PostbackAddress = z.object({
  /** Null where it was not created, or where the key of the site has changed since. */
  url: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  /** When a sale was last pushed. */
  usedAt: z.nullable(z.string()),
})
export type PostbackAddress = z.infer<typeof PostbackAddress>

const ofProgram = { params: { id: Id }, notFound: 'Program not found' } as const

export const findPostbackAddress = endpoint({
  method: 'GET',
  path: '/programs/:id/postback',
  access: 'owner',
  summary: 'The address to which the network of a program pushes sales',
  ...ofProgram,
  responses: { 200: json('The address', PostbackAddress) },
})

export const createPostbackAddress = endpoint({
  method: 'POST',
  path: '/programs/:id/postback',
  access: 'owner',
  summary: 'Create the postback address of a program, or replace it by a new one; the former one stops working at once',
  ...ofProgram,
  idempotent: true,
  purges: [],
  audit: 'Created a postback address for “…”',
  responses: { 200: json('Created; the address itself is read separately', Empty) },
})

export const deletePostbackAddress = endpoint({
  method: 'DELETE',
  path: '/programs/:id/postback',
  access: 'owner',
  summary: 'Remove the postback address of a program; the sales that it received stay',
  params: { id: Id },
  idempotent: true,
  notFound: 'This program has no postback address',
  purges: [],
  audit: 'Removed the postback address of “…”',
  responses: { 200: json('Removed', Empty) },
})

import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** The address to which the network of a program pushes sales. */
export const PostbackAddress = z.object({
  /** Null where it was not created, or where the key of the site has changed since. */
  url: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  /** When a sale was last pushed. */
  usedAt: z.nullable(z.string()),
})
export type PostbackAddress = z.infer<typeof PostbackAddress>

const ofProgram = { notFound: 'Program not found' } as const

export const findPostbackAddress = ownerRead('/programs/:id/postback', {
  summary: 'The address to which the network of a program pushes sales',
  ...ofProgram,
  responses: { 200: json('The address', PostbackAddress) },
})

export const createPostbackAddress = ownerWrite('POST', '/programs/:id/postback', {
  summary: 'Create the postback address of a program, or replace it by a new one; the former one stops working at once',
  ...ofProgram,
  idempotent: true,
  purges: [],
  audit: 'Created a postback address for “…”',
  responses: { 200: json('Created; the address itself is read separately', Empty) },
})

export const deletePostbackAddress = ownerWrite('DELETE', '/programs/:id/postback', {
  summary: 'Remove the postback address of a program; the sales that it received stay',
  idempotent: true,
  notFound: 'This program has no postback address',
  purges: [],
  audit: 'Removed the postback address of “…”',
  responses: { 200: json('Removed', Empty) },
})

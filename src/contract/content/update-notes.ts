import * as z from 'zod/mini'
import { json, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'

export const UPDATE_NOTE_MAX = 200

/** The note to readers about the last revision of a post; empty for none. */
export const UpdateNoteInput = z.object({
  note: z.string({ error: 'Required' }).check(typed(), charactersUpTo(UPDATE_NOTE_MAX), noNul()),
})
export type UpdateNoteInput = z.infer<typeof UpdateNoteInput>

/** `notedAt` is when the note was last changed. */
export const UpdateNote = z.object({ note: z.string(), notedAt: z.nullable(z.string()) })
export type UpdateNote = z.infer<typeof UpdateNote>

export const saveUpdateNote = ownerWrite('PUT', '/posts/:id/update-note', {
  summary: 'Tell readers what a revision of a post changed, with the present date; the same note again keeps its date',
  body: UpdateNoteInput,
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts'],
  softPurge: true,
  audit: 'Changed the update note of post “…”',
  responses: { 200: json('The note', UpdateNote) },
})

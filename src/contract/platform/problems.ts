import * as z from 'zod/mini'
import { json, ownerRead } from './endpoint.ts'

/** A fault of the disk, the database or the media storage, as a sentence for the owner. */
export const Problem = z.object({ kind: z.string(), sentence: z.string() })
export type Problem = z.infer<typeof Problem>

export const listProblems = ownerRead('/problems', {
  summary: 'Problems of the machine: a full disk, a damaged database, missing image files',
  responses: { 200: json('The problems; empty when there are none', z.array(Problem)) },
})

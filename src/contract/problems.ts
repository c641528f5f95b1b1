import * as z from 'zod/mini'

/** Something that is wrong with the machine beneath the site, as a sentence for the owner. */
export type Problem = z.infer<typeof Problem>
export const Problem = z.object({ kind: z.string(), sentence: z.string() })

import * as z from 'zod/mini'

export const ErrorBody = z.object({
  message: z.string(),
  /** One entry for each field that was refused. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorBody = z.infer<typeof ErrorBody>

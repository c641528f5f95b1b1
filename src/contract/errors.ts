import * as z from 'zod/mini'

export const ErrorBody = z.object({
  message: z.string(),
  /** One entry for each field that was refused. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** What is missing for the sign-in: name and password are right, and the second factor's code is asked for. */
  needs: z.optional(z.literal('code')),
})
export type ErrorBody = z.infer<typeof ErrorBody>

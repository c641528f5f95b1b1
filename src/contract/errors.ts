import * as z from 'zod/mini'

export const ErrorBody = z.object({
  message: z.string(),
  /** One entry per invalid field. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Name and password are right, and the sign-in needs the code of the second factor. */
  needs: z.optional(z.literal('code')),
})
export type ErrorBody = z.infer<typeof ErrorBody>

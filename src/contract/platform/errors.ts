import * as z from 'zod/mini'

export const ErrorBody = z.object({
  message: z.string(),
  /** One entry per invalid field. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /**
   * 'code': name and password are right, and the sign-in needs the code of the second factor. 'step-up': the session must be
   * authenticated again first.
   */
  needs: z.optional(z.enum(['code', 'step-up'])),
})
export type ErrorBody = z.infer<typeof ErrorBody>

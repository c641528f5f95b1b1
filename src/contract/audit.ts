import * as z from 'zod/mini'

/** Something that the owner changed: the request's method and path below `/api`, and what the changed thing is called. */
export const AuditEntry = z.object({
  id: z.number(),
  username: z.string(),
  method: z.string(),
  path: z.string(),
  subject: z.string(),
  at: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

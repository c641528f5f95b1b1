import * as z from 'zod/mini'
import { emailAddress, line, trap } from './text-fields.ts'

export const SubscriberInput = z.object({
  email: emailAddress(),
  /** An empty name is no name. */
  name: z.optional(line(0, 100, 'Invalid input')),
  website: trap(),
})
export type SubscriberInput = z.infer<typeof SubscriberInput>

/** The answer to a sign-up. It says the same to a new and to a known address, so that nobody can ask who subscribes. */
export const SubscribeResponse = z.object({ email: z.string(), isActive: z.boolean() })
export type SubscribeResponse = z.infer<typeof SubscribeResponse>

import type { Context } from 'hono'
import { HttpError } from '../../platform/http/errors.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** Whether the network of a request may cause another mail. A sign-up over the limit gets the same response as any other. */
export async function maySendConfirmation(limitMails: RateLimit, c: Context): Promise<boolean> {
  try {
    await limitMails(c)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false
    throw error
  }
}

import { ApiError } from './api.ts'

/** An error as a sentence for a person: the message of the response without its status, or that the site is out of reach. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.body.message || 'The server has a problem. Please try again in a minute.'
  return 'The site cannot be reached. Please check your connection and try again.'
}

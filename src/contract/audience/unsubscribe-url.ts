export const unsubscribePath = '/newsletter/unsubscribe'

/** Unsubscribes the subscriber whose token it is. */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}${unsubscribePath}?token=${token}`
}

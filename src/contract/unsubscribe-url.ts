/** Unsubscribes the subscriber whose token it is. */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${token}`
}

/** The address where the subscriber of this token, and nobody else, is unsubscribed. */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${token}`
}

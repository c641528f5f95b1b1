/** A URL that writes to an address, whose characters may be those of a query. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`
}

/** The syntax of addresses, separate from the schemas, to keep zod out of readers' bundles. */

/** Atoms before the `@` (RFC 5321, 4.1.2) of at most 64 characters, without quotes, 254 in all; labels of a domain name, Punycode included. */
export const EMAIL_PATTERN =
  /^(?=.{0,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** An address whose domain is in another script with its domain in Punycode, as mail servers know it. Other texts stay. */
export function withAsciiDomain(email: string): string {
  const [, local, domain] = /^([^@]+@)([\p{L}\p{M}\p{N}.。-]+)$/u.exec(email) ?? []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  if (local === undefined || domain === undefined || /^[\x00-\x7f]*$/.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? local + new URL(url).hostname : email
}

/** The name of a reader; '' for an address, which greets no one. */
export function withoutAddress(name: string): string {
  return name.includes('@') ? '' : name
}

/** The part after the `@` of an address. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf('@') + 1)
}

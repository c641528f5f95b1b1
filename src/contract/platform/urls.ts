/**
 * Decides what counts as a path of this site and as a URL of another one, for every field, link and redirect.
 * Separate from the schemas, to keep zod out of readers' bundles.
 */

/** `/media/a/640.jpg`, but not `//host` or `/\host`, which are other hosts, and without `.` and `..` segments. */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)[^\s\p{Cc}\\]*$/u.test(text) && !/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(text)
}

/** An absolute http(s) URL without a user name, which would disguise the host. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu.test(text) || !URL.canParse(text)) return false
  return !/^https?:\/\/[^/?#]*@/i.test(text)
}

/** `amzn.to/x` as `https://amzn.to/x`: a domain followed by a path or query, without a user name or port. Other texts stay. */
export function withScheme(text: string): string {
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,63}[/?#]/i.test(text) ? `https://${text}` : text
}

export function isPictureUrl(text: string): boolean {
  return isOwnPath(text) || isWebUrl(text)
}

/** Browsers block `http:` pictures: the content security policy allows `https:` only. Other URLs stay as they are. */
export function toSecureUrl(text: string): string {
  return text.replace(/^http:\/\/([^/?#]*?)(?::80)?(?=[/?#]|$)/i, 'https://$1')
}

/** The key of an image of the media library, from the URL of a variant. */
export function mediaKey(url: string): string | undefined {
  return /^\/media\/([\w-]+)\/\d+\.(?:jpg|webp|avif)$/.exec(url)?.[1]
}

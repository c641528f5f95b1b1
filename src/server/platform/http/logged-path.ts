/** These paths end in a secret: it shows a text that is not public, lets its holder report sales or bounces, or names a reader. */
const withToken = /^(\/(?:shared-preview|api\/previews|postback|hooks\/mail\/[^/]+|letters\/link)\/).+$/s

/** A path as logs name it: without its query, without the token of a preview, a postback, a webhook or a mail, at most 200 characters. */
export function loggedPath(path: string): string {
  return path
    .replace(/[?].*$/s, '')
    .replace(withToken, '$1…')
    .slice(0, 200)
}

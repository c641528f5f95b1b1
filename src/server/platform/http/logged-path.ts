/** What follows in these paths is a secret: it shows a text that is not public, or lets its holder report sales or bounces. */
const withToken = /^(\/(?:shared-preview|api\/previews|postback|hooks\/mail\/[^/]+)\/).+$/s

/** A path as logs name it: without its query, without the token of a preview, a postback or a webhook, at most 200 characters. */
export function loggedPath(path: string): string {
  return path.split('?')[0]!.replace(withToken, '$1…').slice(0, 200)
}

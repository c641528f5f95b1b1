/** Where a saved picture leads, and what the pin says: first the label, if there is one. */
type Pin = { url: string; description: string; label?: string | undefined }

/**
 * Adds `data-pin-*` attributes to the pictures of a rendered body, as text: the server has written all attributes in double
 * quotes, with `>` escaped. What the owner wrote at a picture comes first; a picture within a link to a product's page is
 * saved with that page's address. The precedence is in docs/pins.md.
 */
export function addPins(html: string, origin: string, { url, description, label }: Pin): string {
  let product: string | undefined
  return html.replace(/<(?:img|a) [^>]*>|<\/a>/g, (tag) => {
    if (tag === '</a>') product = undefined
    else if (tag.startsWith('<a')) product = /\shref="(\/shop\/[^"?#]+)"/.exec(tag)?.[1]
    else if (!/\sdata-pin-nopin\b/.test(tag))
      return withPin(tag, { url: product ? origin + product : url, description, label, origin })
    return tag
  })
}

function withPin(tag: string, { url, description, label, origin }: Pin & { origin: string }): string {
  const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.trim()
  const chosen = read('data-pin-media') ?? ''
  const media = /^(?:\/(?!\/)|https:\/\/)/.test(chosen) ? chosen : (read('src') ?? '')
  const own = read('data-pin-description') || read('alt') || attribute(description)
  const says = label === undefined ? own : `${attribute(label)}: ${own}`
  const bare = tag.replace(/\sdata-pin-\w+="[^"]*"/g, '').slice(0, -1)
  return `${bare} data-pin-url="${url}" data-pin-media="${media.startsWith('/') ? origin + media : media}" data-pin-description="${says}">`
}

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

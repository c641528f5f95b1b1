/** Where a saved picture leads, and what the pin says. */
type Pin = { url: string; description: string }

/**
 * Adds `data-pin-*` attributes to the pictures of a rendered body, as text: the server has written all attributes in double
 * quotes, with `>` escaped. What the owner wrote at a picture comes first; a picture within a link to a product's page is
 * saved with that page's address. The precedence is in docs/pins.md.
 */
export function addPins(html: string, origin: string, { url, description }: Pin): string {
  let product: string | undefined
  return html.replace(/<(?:img|a) [^>]*>|<\/a>/g, (tag) => {
    if (tag === '</a>') product = undefined
    else if (tag.startsWith('<a')) product = /\shref="(\/shop\/[^"?#]+)"/.exec(tag)?.[1]
    else if (!/\sdata-pin-nopin\b/.test(tag))
      return withPin(tag, { url: product ? origin + product : url, description, origin })
    return tag
  })
}

function withPin(tag: string, { url, description, origin }: Pin & { origin: string }): string {
  const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.trim()
  const own = read('data-pin-media') ?? ''
  const media = /^(?:\/(?!\/)|https:\/\/)/.test(own) ? own : (read('src') ?? '')
  const says =
    read('data-pin-description') ||
    read('alt') ||
    description.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const bare = tag.replace(/\sdata-pin-\w+="[^"]*"/g, '').slice(0, -1)
  return `${bare} data-pin-url="${url}" data-pin-media="${media.startsWith('/') ? origin + media : media}" data-pin-description="${says}">`
}

/**
 * Cleaned HTML has one plain form (no `<` in a text or a value, lower-case names, values in double quotes), so its tags can
 * be found without a parser.
 */

export type Attributes = Record<string, string>

/** Replaces the start tag of each element called `name` by what `replace` makes of its attributes. */
export function replaceTags(html: string, name: string, replace: (attributes: Attributes) => string): string {
  const tag = new RegExp(`<${name}((?: [a-z-]+(?:="[^"]*")?)*) ?/?>`, 'g')
  return html.replace(tag, (_, list: string) => replace(parseAttributes(list)))
}

/** The attributes of each element called `name`. */
export function attributesOf(html: string, name: string): Attributes[] {
  const found: Attributes[] = []
  replaceTags(html, name, (attributes) => {
    found.push(attributes)
    return ''
  })
  return found
}

/** A start tag; attributes without a value are left out. */
export function startTag(name: string, attributes: Record<string, string | number | undefined>): string {
  const list = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtml(String(value))}"`,
  )
  return `<${name}${list.join('')}>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character as keyof typeof entities])
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const characters: Record<string, string> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
)

function parseAttributes(list: string): Attributes {
  const attributes: Attributes = {}
  for (const [, name, value = ''] of list.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
    attributes[name!] = value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity]!)
  }
  return attributes
}

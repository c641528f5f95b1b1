import { Parser } from 'htmlparser2'

export type Attributes = Record<string, string>
export type OpenTag = { kind: 'open'; name: string; attributes: Attributes }
export type Token = OpenTag | { kind: 'close'; name: string } | { kind: 'text'; text: string }

/** HTML as a flat list of tokens, balanced: every open tag has its close tag. Comments are left out. */
export function parseHtml(html: string): Token[] {
  const tokens: Token[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => tokens.push({ kind: 'open', name, attributes }),
    onclosetag: (name) => tokens.push({ kind: 'close', name }),
    ontext: (text) => tokens.push({ kind: 'text', text }),
  })
  parser.end(html)
  return tokens
}

export function openTags(tokens: Token[]): OpenTag[] {
  return tokens.filter((token) => token.kind === 'open')
}

/** The distinct values that `pick` finds in the tags called `name`. */
export function collect<T>(tags: OpenTag[], name: string, pick: (attributes: Attributes) => T | undefined): T[] {
  return [...new Set(tags.flatMap((tag) => (tag.name === name ? (pick(tag.attributes) ?? []) : [])))] as T[]
}

/** A start tag; undefined attributes are left out. */
export function startTag(name: string, attributes: Record<string, string | number | undefined>): string {
  const list = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtml(String(value))}"`,
  )
  return `<${name}${list.join('')}>`
}

export function endTag(name: string): string {
  return voidElements.has(name) ? '' : `</${name}>`
}

/** Text as `innerHTML` would return it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => entities[character]!)
}

/** Escapes texts and attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\u00a0]/g, (character) => entities[character]!)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

/** Those of the HTML standard that an article may contain. */
const voidElements = new Set(['br', 'hr', 'img', 'source', 'wbr', 'input', 'embed', 'link', 'meta', 'area', 'col'])

/** Finds the index of the close tag of each open tag. Tokens are balanced; one pass, since bodies may be nested deeply. */
export function findCloseTags(tokens: Token[]): number[] {
  const closes: number[] = []
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(at)
    else if (token.kind === 'close') closes[open.pop()!] = at
  }
  return closes
}

import type { ContentsEntry } from '../../../contract/posts.ts'
import type { Token } from './html-tokens.ts'

/** A list of fewer entries says no more than the page itself. */
const CONTENTS_MIN = 3
const ID_MAX = 60

export type Headings = {
  /** Of the headings of the contents list, by the index of their tags. */
  ids: Map<number, string>
  contents: ContentsEntry[]
}

/** The sections of a body by their `h2`, each with an id to link to; none of a body with fewer than three. */
export function findHeadings(tokens: Token[], isHidden: (at: number) => boolean): Headings {
  const ids = new Map<number, string>()
  const contents: ContentsEntry[] = []
  const taken = new Set<string>()
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'text') continue
    if (token.kind === 'open' && token.name === 'h2' && depth === 0 && !isHidden(at)) {
      const text = textUntil(tokens, at, 'h2')
      if (text !== '') {
        const id = freeId(text, taken)
        ids.set(at, id)
        contents.push({ id, text })
      }
    }
    if (containers.has(token.name)) depth += token.kind === 'open' ? 1 : -1
  }
  return contents.length < CONTENTS_MIN ? { ids: new Map(), contents: [] } : { ids, contents }
}

/** A heading inside one of these is not a section of the article. */
const containers = new Set(['aside', 'section', 'details', 'figure', 'blockquote', 'table', 'div', 'li'])

function textUntil(tokens: Token[], from: number, name: string): string {
  let text = ''
  for (let at = from + 1; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'text') text += token.text
    else if (token.kind === 'close' && token.name === name) break
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** With a prefix, so that no heading takes the id of a part of the page. */
function freeId(text: string, taken: Set<string>): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, ID_MAX)
    .replace(/^-|-$/g, '')
  const base = `on-${slug.toWellFormed()}`
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}

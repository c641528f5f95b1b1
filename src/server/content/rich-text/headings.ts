import { headingSlug } from '../../../contract/content/body-markup.ts'
import type { ContentsEntry } from '../../../contract/content/posts.ts'
import type { Token } from './html-tokens.ts'

/** A list of fewer entries says no more than the page itself. */
const CONTENTS_MIN = 3

export type Headings = {
  /** Maps the tags of headings that have an own id, are linked to or stand in the contents list, by their index. */
  ids: Map<number, string>
  contents: ContentsEntry[]
  /** The fragment to which `#how-to` leads on the page, by such addresses of the body. */
  fragments: Map<string, string>
  all: BodyHeadings
}

/** The headings that are shown, by the index of their tag, with the id that each would have. */
export type BodyHeadings = ReadonlyMap<number, { id: string; text: string }>

type Heading = { at: number; text: string; ownId: string; isSection: boolean; id: string }

/**
 * The headings of a body that can be linked to, and its sections by their `h2`: the contents list of a body with three or
 * more. A link `#how-to` finds the heading with that id, or else with that text.
 */
export function findHeadings(tokens: Token[], isHidden: (at: number) => boolean): Headings {
  const headings = withIds(listHeadings(tokens, isHidden))
  const sections = headings.filter(({ isSection, text }) => isSection && text !== '')
  const contents = sections.length < CONTENTS_MIN ? [] : sections
  const shown = new Set([...headings.filter(({ ownId }) => ownId !== ''), ...contents])
  const byName = new Map(headings.toReversed().map((heading) => [heading.id, heading]))
  for (const heading of headings.toReversed()) if (heading.ownId !== '') byName.set(heading.ownId, heading)
  const fragments = new Map<string, string>()
  for (const href of linkedFragments(tokens)) {
    const wanted = decoded(href.slice(1))
    const found = byName.get(wanted) ?? byName.get(baseOf(wanted))
    if (!found) continue
    shown.add(found)
    fragments.set(href, `#${found.id}`)
  }
  return {
    ids: new Map([...shown].map(({ at, id }) => [at, id])),
    contents: contents.map(({ id, text }) => ({ id, text })),
    fragments,
    all: new Map(headings.map(({ at, id, text }) => [at, { id, text }])),
  }
}

function listHeadings(tokens: Token[], isHidden: (at: number) => boolean): Heading[] {
  const headings: Heading[] = []
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'text') continue
    if (token.kind === 'open' && /^h[1-6]$/.test(token.name) && !isHidden(at)) {
      const text = textUntil(tokens, at, token.name)
      // A page's own id, copied from its address.
      const ownId = (token.attributes.id ?? '').replace(/^on-/, '')
      headings.push({ at, text, ownId, isSection: token.name === 'h2' && depth === 0, id: '' })
    }
    if (containers.has(token.name)) depth += token.kind === 'open' ? 1 : -1
  }
  return headings.filter(({ text, ownId }) => text !== '' || ownId !== '')
}

/** Own ids are given first, then those of sections, which stay when other headings are added. */
function withIds(headings: Heading[]): Heading[] {
  const taken = new Set<string>()
  const order = ({ ownId, isSection }: Heading) => (ownId !== '' ? 0 : isSection ? 1 : 2)
  for (const heading of headings.toSorted((one, other) => order(one) - order(other)))
    heading.id = freeId(heading.ownId || heading.text, taken)
  return headings
}

function linkedFragments(tokens: Token[]): Set<string> {
  return new Set(
    tokens.flatMap((token) =>
      token.kind === 'open' && token.name === 'a' && /^#./.test(token.attributes.href ?? '')
        ? [token.attributes.href!]
        : [],
    ),
  )
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
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

function freeId(text: string, taken: Set<string>): string {
  const base = baseOf(text)
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}

/** With a prefix, so that no heading takes the id of a part of the page. */
function baseOf(text: string): string {
  return `on-${headingSlug(text)}`
}

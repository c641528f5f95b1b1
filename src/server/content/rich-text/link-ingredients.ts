import { BLOCK } from '../../../contract/content/blocks.ts'
import { separatesWords } from '../../../contract/content/line-elements.ts'
import type { Attributes, OpenTag, Token } from './html-tokens.ts'
import { type IngredientMatcher, matcherOf, type NamedIngredient, type TextRun } from './ingredient-matcher.ts'

/** Elements in which no mention becomes a link: they are links, headings, controls, words of others, or not prose. */
const withoutLinks = new Set([
  ...['a', 'button', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'caption', 'figcaption', 'figure'],
  ...['code', 'pre', 'kbd', 'samp', 'blockquote', 'q', 'cite', 'iframe', 'video', 'audio'],
])

/** Blocks that show products, routines or an ingredient, with links of their own. */
const withoutLinkBlocks = new Set([
  ...['review', 'note', 'comparison', 'picks', 'pick', 'routine', 'ingredient', 'products', 'button'],
])

/**
 * Makes the first mention of each linked ingredient a link, in one pass over the tokens of a body. An ingredient that the
 * body links itself gets no second one.
 */
export function linkIngredients(tokens: Token[], dictionary: NamedIngredient[]): Token[] {
  if (dictionary.length === 0) return tokens
  const matcher = matcherOf(dictionary)
  const linked = findLinked(tokens)
  const runs = linkableRuns(tokens)
  const result: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const run = runs.get(at)
    if (run) result.push(...(linkRun(run, matcher, linked) ?? tokens.slice(at, run.end)))
    else result.push(tokens[at]!)
    at = run ? run.end : at + 1
  }
  return result
}

/** Consecutive text tokens, up to `end`, where links may stand. */
type Run = TextRun & { end: number }

function linkRun(run: Run, matcher: IngredientMatcher, linked: Set<string>): Token[] | undefined {
  const tokens: Token[] = []
  let from = 0
  for (const { ingredient, start, end } of matcher.findMentions(run)) {
    if (!ingredient.isLinked || linked.has(ingredient.slug)) continue
    linked.add(ingredient.slug)
    tokens.push(
      { kind: 'text', text: run.text.slice(from, start) },
      { kind: 'open', name: 'a', attributes: linkAttributes(ingredient) },
      { kind: 'text', text: run.text.slice(start, end) },
      { kind: 'close', name: 'a' },
    )
    from = end
  }
  return from === 0 ? undefined : [...tokens, { kind: 'text', text: run.text.slice(from) }]
}

function linkAttributes({ id, slug }: NamedIngredient): Attributes {
  return { href: `/ingredients/${encodeURIComponent(slug)}`, 'data-ingredient': String(id) }
}

/** The slugs of the ingredients that the owner has linked. */
function findLinked(tokens: Token[]): Set<string> {
  const slugs = tokens.flatMap((token) => {
    const path = token.kind === 'open' && token.name === 'a' ? token.attributes.href : undefined
    const slug = path && /^\/ingredients\/([^/?#]+)/.exec(path)?.[1]
    return slug ? [decoded(slug)] : []
  })
  return new Set(slugs)
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Texts that may become links, by the index of their first token. */
export function linkableRuns(tokens: Token[]): Map<number, Run> {
  const runs = new Map<number, Run>()
  /** The open elements from the outermost one without links on. */
  let blocked = 0
  /** The last two characters of the line so far. */
  let before = ''
  let waiting: Run | undefined
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!
    if (token.kind === 'text') {
      const { text, end } = joinText(tokens, at)
      if (waiting) waiting.after = (waiting.after + text).slice(0, 2)
      if (waiting && waiting.after.length === 2) waiting = undefined
      if (blocked === 0) {
        waiting = { text, before, after: '', end }
        runs.set(at, waiting)
      }
      before = (before + text.slice(-2)).slice(-2)
      at = end
      continue
    }
    if (separatesWords(token.name)) {
      before = ''
      waiting = undefined
    }
    if (token.kind === 'close') blocked = Math.max(0, blocked - 1)
    else if (blocked > 0 || isWithoutLinks(token)) blocked += 1
    at += 1
  }
  return runs
}

function joinText(tokens: Token[], from: number): { text: string; end: number } {
  const parts: string[] = []
  let end = from
  for (let token = tokens[end]; token?.kind === 'text'; token = tokens[++end]) parts.push(token.text)
  return { text: parts.join(''), end }
}

function isWithoutLinks({ name, attributes }: OpenTag): boolean {
  const block = attributes[BLOCK]
  if (withoutLinks.has(name) || (block !== undefined && withoutLinkBlocks.has(block))) return true
  return Object.keys(attributes).some((key) => /^data-(?:product|routine|ingredient)-ids?$/.test(key))
}

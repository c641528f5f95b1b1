/** Names of ingredients in running text: whole words, without regard to case, in the singular and the plural. */

export type NamedIngredient = {
  id: number
  slug: string
  /** The common name first. */
  names: string[]
  isLinked: boolean
}

/** A text and the characters next to it, which belong to other elements of its line. */
export type TextRun = { text: string; before: string; after: string }

type Mention = { ingredient: NamedIngredient; start: number; end: number }

export type IngredientMatcher = {
  /** Mentions that do not overlap, in their order; of names at one place the longest. Linear in the length of the text. */
  findMentions(run: TextRun): Mention[]
}

/** The tree of all names by word; the text is walked once, whatever their number. */
type Node = { next: Map<string, Node>; entry?: Entry }
/** `exact`: an abbreviation that is another word in lower case, such as HA. */
type Entry = { ingredient: NamedIngredient; exact?: string }
type Word = { word: string; start: number; end: number }

/** Characters of a name in capitals that matches in capitals only. */
const ABBREVIATION_MAX = 3

const cache: { key?: string; matcher?: IngredientMatcher } = {}

/** The matcher of a dictionary; the last one is kept, since it changes only with the ingredients. */
export function matcherOf(dictionary: NamedIngredient[]): IngredientMatcher {
  const key = JSON.stringify(dictionary)
  if (cache.key !== key || !cache.matcher) {
    cache.key = key
    cache.matcher = createMatcher(dictionary)
  }
  return cache.matcher
}

function createMatcher(dictionary: NamedIngredient[]): IngredientMatcher {
  const root = buildTree(dictionary)
  return {
    findMentions(run) {
      const words = wordsOf(run.text)
      const mentions: Mention[] = []
      for (let at = 0; at < words.length; ) {
        const found = longestAt(root, run, words, at)
        if (found) mentions.push(found.mention)
        at = found ? found.next : at + 1
      }
      return mentions
    },
  }
}

function longestAt(root: Node, run: TextRun, words: Word[], first: number) {
  let node = root.next.get(words[first]!.word)
  let found: { mention: Mention; next: number } | undefined
  for (let at = first; node; ) {
    const mention = node.entry && toMention(node.entry, run, words[first]!.start, words[at]!.end)
    if (mention) found = { mention, next: at + 1 }
    at += 1
    const word = words[at]
    node = word && node.next.get(separator(run.text, words[at - 1]!.end, word.start) + word.word)
  }
  return found
}

function toMention({ ingredient, exact }: Entry, run: TextRun, start: number, end: number): Mention | undefined {
  const text = run.text.slice(start, end)
  if (exact !== undefined && text !== exact && text !== `${exact}s`) return undefined
  return isWhole(run, start, end) ? { ingredient, start, end } : undefined
}

const isWordCharacter = (text: string) => /[\p{L}\p{N}\p{M}]/u.test(text)
const isGlue = (text: string) => /[_@#]/.test(text)
/** Joins words to another one, as in `pro-retinol`. */
const isJoint = (text: string) => /[-‐‑.]/.test(text)

/** Whether the words stand alone, not as part of a longer word or of an address. */
function isWhole({ text, before, after }: TextRun, start: number, end: number): boolean {
  const characterAt = (at: number) =>
    (at < 0 ? before.at(at) : at < text.length ? text[at] : after[at - text.length]) ?? ''
  const [previous, next] = [characterAt(start - 1), characterAt(end)]
  if ([previous, next].some((touching) => isWordCharacter(touching) || isGlue(touching))) return false
  if (isJoint(previous) && isWordCharacter(characterAt(start - 2))) return false
  return !(isJoint(next) && isWordCharacter(characterAt(end + 1)))
}

/** The words of a text, without those of addresses. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: chunk, index } of text.matchAll(/\S+/gu)) {
    if (/:\/\/|www\.|@/i.test(chunk)) continue
    for (const { 0: word, index: at } of chunk.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
      words.push({ word: normalized(word), start: index + at, end: index + at + word.length })
  }
  return words
}

const normalized = (word: string) => word.normalize('NFKC').toLowerCase()

/** Separates two words: spaces and a hyphen are the same. */
function separator(text: string, from: number, to: number): string {
  const between = to - from > 8 ? '' : text.slice(from, to)
  return /^(?:\s+|[-‐‑])$/u.test(between) ? ' ' : `${between.trim()}\0`
}

function buildTree(dictionary: NamedIngredient[]): Node {
  const root: Node = { next: new Map() }
  const others = dictionary.flatMap((ingredient) => ingredient.names.slice(1).map((name) => ({ ingredient, name })))
  const all = [...dictionary.map((ingredient) => ({ ingredient, name: ingredient.names[0] ?? '' })), ...others]
  const paths = all.map(({ ingredient, name }) => ({ entry: toEntry(ingredient, name), path: pathOf(name) }))
  for (const { entry, path } of paths) insert(root, path, entry)
  // A name as it is written counts more than the plural of another one.
  for (const { entry, path } of paths) for (const form of otherForms(path)) insert(root, form, entry)
  return root
}

function toEntry(ingredient: NamedIngredient, name: string): Entry {
  const isAbbreviation = name.length <= ABBREVIATION_MAX && /\p{Lu}/u.test(name) && name === name.toUpperCase()
  return isAbbreviation ? { ingredient, exact: name } : { ingredient }
}

function pathOf(name: string): string[] {
  return wordsOf(name).map(({ word, start }, index, words) =>
    index === 0 ? word : separator(name, words[index - 1]!.end, start) + word,
  )
}

function insert(root: Node, path: string[], entry: Entry): void {
  if (path.length === 0) return
  let node = root
  for (const step of path) {
    let next = node.next.get(step)
    if (!next) {
      next = { next: new Map() }
      node.next.set(step, next)
    }
    node = next
  }
  node.entry ??= entry
}

/** The path with its last word in the singular and in the plural. */
function otherForms(path: string[]): string[][] {
  const last = path.at(-1)
  if (last === undefined) return []
  const word = last.replace(/^.*[\s\0]/su, '')
  if (!/^[a-z]{2,}$/.test(word)) return []
  const lead = last.slice(0, last.length - word.length)
  return [singular(word), plural(word)]
    .filter((form) => form !== word)
    .map((form) => [...path.slice(0, -1), lead + form])
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:[sxz]|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

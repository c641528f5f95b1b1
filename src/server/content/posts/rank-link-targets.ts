import { LINK_TARGETS_MAX, type LinkTarget } from '../../../contract/content/link-targets.ts'
import { type PlacedWord, standsAt, wordsOf } from '../../../contract/content/phrases.ts'
import { comparableWords } from '../../../contract/platform/nearest-name.ts'

/** A published article; `keywords` are separated by commas. */
type Article = { id: number; title: string; slug: string; keywords: string }

export type LinkPool = {
  /** Newest first. */
  articles: readonly Article[]
  /** The ids of the products and the names of the ingredients that an article shares with the text, by its id. */
  products: ReadonlyMap<number, ReadonlySet<number>>
  ingredients: ReadonlyMap<number, ReadonlySet<string>>
  /** The texts of the post that may become links, in their order. */
  texts: readonly string[]
  /** Names that are clear enough as single words of a title, such as those of ingredients. */
  names: readonly string[]
}

/** Words of a phrase, and of a text, at most: what ranking may cost. */
const PHRASE_MAX = 6
const WORDS_MAX = 20_000
/** A phrase that more articles have says too little about one of them. */
const PHRASE_SHARE = 0.05
const PHRASE_ARTICLES = 3
/** A shared ingredient says less than a shared product. */
const INGREDIENT_WEIGHT = 0.7

/**
 * The articles that share most with a text. Each thing or word counts the more, the fewer articles have it; of articles that share
 * as much the newer one is first. Articles that share nothing are left out.
 */
export function rankLinkTargets({ articles, products, ingredients, texts, names }: LinkPool): LinkTarget[] {
  const text = indexText(texts)
  const rarity = (count: number) => Math.log2(1 + articles.length / Math.max(count, 1))
  const [ofProduct, ofIngredient] = [countUses(products.values()), countUses(ingredients.values())]
  const known = new Set(names.map((name) => comparableWords(name).join(' ')))
  const phrases = articles.map((article) => phrasesOf(article, known).filter((phrase) => find(text, phrase)))
  const ofPhrase = countUses(phrases.map((found) => new Set(found.map((words) => words.join(' ')))))
  const ofWord = countUses(articles.map(({ title, keywords }) => new Set(comparableWords(`${title} ${keywords}`))))
  const phrasesMax = Math.max(PHRASE_ARTICLES, articles.length * PHRASE_SHARE)
  const weightOf = (words: string[]) => sum(words, (word) => (isFiller(word) ? 0 : rarity(ofWord.get(word) ?? 1)))

  const ranked = articles.flatMap(({ id, title, slug }, index) => {
    const shared = [...(products.get(id) ?? [])]
    const substances = [...(ingredients.get(id) ?? [])]
    const ofSubstance = (name: string) => rarity(ofIngredient.get(name) ?? 1)
    const best = phrases[index]!.filter((words) => (ofPhrase.get(words.join(' ')) ?? 0) <= phrasesMax)
      .map((words) => ({ words, weight: weightOf(words) }))
      .toSorted((one, other) => other.weight - one.weight || other.words.length - one.words.length)[0]
    const score =
      sum(shared, (product) => rarity(ofProduct.get(product) ?? 1)) +
      sum(substances, ofSubstance) * INGREDIENT_WEIGHT +
      (best?.weight ?? 0)
    if (score === 0) return []
    const target: LinkTarget = {
      id,
      title,
      slug,
      ingredients: substances.toSorted((one, other) => ofSubstance(other) - ofSubstance(one) || compare(one, other)),
      products: shared.length,
      words: best ? find(text, best.words)! : null,
    }
    return { target, score }
  })
  return ranked
    .toSorted((one, other) => other.score - one.score)
    .slice(0, LINK_TARGETS_MAX)
    .map(({ target }) => target)
}

type Run = { text: string; words: PlacedWord[] }
type Place = { run: Run; at: number }
type TextIndex = { places: Map<string, Place[]>; found: Map<string, string | undefined> }

function indexText(texts: readonly string[]): TextIndex {
  const places: TextIndex['places'] = new Map()
  let left = WORDS_MAX
  for (const text of texts) {
    const run = { text, words: wordsOf(text).slice(0, left) }
    left -= run.words.length
    for (const [at, { word }] of run.words.entries()) {
      const known = places.get(word)
      if (known) known.push({ run, at })
      else places.set(word, [{ run, at }])
    }
  }
  return { places, found: new Map() }
}

/** The first place of a phrase, as it is written there. Titles share phrases, so each is searched for once. */
function find({ places, found }: TextIndex, phrase: string[]): string | undefined {
  if (!phrase.every((word) => places.has(word))) return undefined
  const key = phrase.join(' ')
  if (!found.has(key)) found.set(key, search(places, phrase))
  return found.get(key)
}

function search(places: TextIndex['places'], phrase: string[]): string | undefined {
  const place = places.get(phrase[0]!)?.find(({ run, at }) => standsAt(run.text, run.words, at, phrase))
  if (!place) return undefined
  const { run, at } = place
  return run.text.slice(run.words[at]!.start, run.words[at + phrase.length - 1]!.end)
}

/** The keywords of an article, and the parts of its title that could name it in another text. */
function phrasesOf({ title, keywords }: Article, known: ReadonlySet<string>): string[][] {
  const words = comparableWords(title)
  const parts = words.flatMap((_, start) =>
    Array.from({ length: Math.min(PHRASE_MAX, words.length - start) }, (_none, more) =>
      words.slice(start, start + more + 1),
    ),
  )
  return [
    ...keywords
      .split(',')
      .map(comparableWords)
      .filter((each) => each.length > 0 && each.length <= PHRASE_MAX && !each.every(isFiller)),
    ...parts.filter((part) => known.has(part.join(' ')) || isTelling(part)),
  ]
}

/** Whether it begins and ends with a word that names something, and has two of them. */
function isTelling(words: string[]): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (first.length === 1 || isFiller(first) || isFiller(last)) return false
  return words.filter((word) => !isFiller(word)).length >= 2
}

const isFiller = (word: string) => fillers.has(word) || /^\p{N}+$/u.test(word)

/** Words of every language's grammar and of headlines, which name no subject. */
const fillers = new Set(
  [
    'a an and are as at be but by can do does for from has have how i if in into is it its me my no not of on one or our',
    'should so than that the their them there these they this those to too up use used using was we what when where',
    'which who why will with without you your',
    'all any best better complete day days easy every first full good great guide little make more most need new really',
    'review reviews right simple things time tip tips top ultimate very way ways week weeks work works year years',
  ].flatMap(comparableWords),
)

function countUses<Thing>(sets: Iterable<ReadonlySet<Thing>>): Map<Thing, number> {
  const counts = new Map<Thing, number>()
  for (const set of sets) for (const thing of set) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return counts
}

function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0)
}

const compare = (one: string, other: string) => (one < other ? -1 : 1)

import { blockOf } from '../../../contract/content/blocks.ts'
import { separatesWords } from '../../../contract/content/line-elements.ts'
import type { BlockList, BlockReview, Question } from '../../../contract/content/posts.ts'
import type { Product } from '../../../contract/shop/products.ts'
import type { Token } from './html-tokens.ts'
import type { LiveData } from './live-blocks.ts'
import { referenceOf } from './references.ts'

/** The products that a body reviews, each once. */
export function findReviews(tokens: Token[], { products }: Pick<LiveData, 'products'>): BlockReview[] {
  const reviewed = new Set<Product>()
  for (const token of tokens) {
    const reference = token.kind === 'open' ? referenceOf(token) : undefined
    const product = reference?.block === 'review' ? products.get(reference.products[0]!) : undefined
    if (product) reviewed.add(product)
  }
  return [...reviewed].map(toReview)
}

function toReview(product: Product): BlockReview {
  const { name, slug, imageUrl, picture, currency, affiliateLink, facts } = product
  // An offer names the price of its own link.
  const price = product.failedLink ? '' : product.price
  const { brand, rating, verdict, pros, cons } = facts
  return {
    ...{ name, slug, brand, imageUrl, picture, rating, verdict, pros, cons },
    ...{ price, currency, affiliateLink },
  }
}

/** The products of each comparison and of each block of top picks, if there are two or more. */
export function findLists(tokens: Token[], { products }: Pick<LiveData, 'products'>): BlockList[] {
  const lists: Product[][] = []
  /** The lists of the open blocks of picks. */
  const picks: Product[][] = []
  /** Tells for each open section whether it is a block of picks. */
  const sections: boolean[] = []
  for (const token of tokens) {
    if (token.kind === 'text') continue
    if (token.name === 'section') {
      const isPicks = token.kind === 'open' && token.attributes['data-block'] === 'picks'
      if (isPicks) {
        picks.push([])
        lists.push(picks.at(-1)!)
      }
      if (token.kind === 'open') sections.push(isPicks)
      else if (sections.pop()) picks.pop()
    }
    const reference = token.kind === 'open' ? referenceOf(token) : undefined
    const shown = reference?.products.flatMap((id) => products.get(id) ?? []) ?? []
    if (reference?.block === 'comparison') lists.push(shown)
    if (reference?.block === 'pick') picks.at(-1)?.push(...shown)
  }
  return lists
    .map((list) => ({ items: [...new Set(list)].map(({ name, slug }) => ({ name, slug })) }))
    .filter(({ items }) => items.length > 1)
}

/** The questions in the `faq` blocks of a body as plain text, without those that lack a question or an answer. */
export function findQuestions(tokens: Token[]): Question[] {
  const found: { question: string; answer: string }[] = []
  /** Tells for each open section whether it is a block of questions. */
  const sections: boolean[] = []
  let item: { question: string; answer: string } | undefined
  let isQuestion = false
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (item) item[isQuestion ? 'question' : 'answer'] += token.text
      continue
    }
    const isOpen = token.kind === 'open'
    if (token.name === 'section') {
      if (isOpen) sections.push(blockOf(token.name, token.attributes) === 'faq')
      else sections.pop()
    } else if (token.name === 'details') {
      if (item) found.push(item)
      item = isOpen && sections.at(-1) ? { question: '', answer: '' } : undefined
    } else if (token.name === 'summary') isQuestion = isOpen
    else if (item && separatesWords(token.name)) item[isQuestion ? 'question' : 'answer'] += ' '
  }
  return found.map(({ question, answer }) => ({ question: oneLine(question), answer: oneLine(answer) })).filter(isWhole)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isWhole({ question, answer }: Question): boolean {
  return question !== '' && answer !== ''
}

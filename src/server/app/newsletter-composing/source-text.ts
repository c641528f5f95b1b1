import type { NewsletterForm } from '../../../contract/audience/newsletters.ts'
import { separatesWords } from '../../../contract/content/line-elements.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { endTag, escapeText, parseHtml, startTag, type Token } from '../../content/rich-text/html-tokens.ts'
import { coverHtml, excerptHtml } from './excerpt-html.ts'

/** The fields that a newsletter takes from its post. */
export type SourceText = Pick<PostDraft, 'title' | 'excerpt' | 'content' | 'label' | 'labelBrand' | 'labelSentence'>

/** The fields of a post for a newsletter. Of a public post those that readers see, not the working copy. */
export function editedText(post: EditablePost, now: string): PostDraft {
  const isPublic = post.publishedAt !== null && post.publishedAt <= now
  return (isPublic ? undefined : post.draft) ?? PostDraft.parse(post)
}

export function toSourceText(text: PostDraft, form: NewsletterForm): SourceText {
  const { title, excerpt, label, labelBrand, labelSentence } = text
  // A mail shows the cover only as part of its text.
  const cover = text.content.includes(text.coverImage) ? '' : coverHtml(text)
  const content = form === 'whole' ? cover + text.content : excerptHtml(text)
  return { title, excerpt, content, label, labelBrand, labelSentence }
}

export type MergedBody = { content: string; replaced: string[] }

/** Characters by which the owner recognises a paragraph. */
const BEGINNING_MAX = 120

/**
 * The body of a newsletter with `next` in place of `taken`. What the owner wrote above and below it stays; `replaced` are the
 * beginnings of what she wrote within it. A body without anything of `taken` is replaced as a whole.
 */
export function mergeBody(written: string, taken: string, next: string): MergedBody {
  const mine = blocksOf(written)
  const theirs = new Set(blocksOf(taken).map(({ key }) => key))
  const first = mine.findIndex(({ key }) => theirs.has(key))
  const last = mine.findLastIndex(({ key }) => theirs.has(key))
  const [above, within, below] =
    first < 0 ? [[], mine, []] : [mine.slice(0, first), mine.slice(first, last + 1), mine.slice(last + 1)]
  const kept = new Set([...theirs, ...blocksOf(next).map(({ key }) => key)])
  const html = (blocks: Block[]) => blocks.map((block) => block.html).join('')
  return {
    content: html(above) + next + html(below),
    replaced: within
      .filter(({ key }) => !kept.has(key))
      .map(({ text }) => (text.length > BEGINNING_MAX ? `${text.slice(0, BEGINNING_MAX)}…` : text) || 'A picture'),
  }
}

/** An element of the body. `key` is equal for elements that read alike, however their markup is written. */
type Block = { html: string; text: string; key: string }

function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  let tokens: Token[] = []
  for (const token of parseHtml(html)) {
    if (depth === 0 && token.kind === 'text' && token.text.trim() === '') continue
    tokens.push(token)
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth > 0) continue
    blocks.push(toBlock(tokens))
    tokens = []
  }
  return blocks
}

function toBlock(tokens: Token[]): Block {
  const text = tokens
    .map((token) => (token.kind === 'text' ? token.text : separatesWords(token.name) ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const targets = tokens.flatMap((token) =>
    token.kind === 'open' ? [token.attributes.src, token.attributes.href, token.attributes['data-id']] : [],
  )
  return {
    html: tokens.map(toHtml).join(''),
    text,
    key: [text, ...targets.filter((target) => target !== undefined)].join('\n'),
  }
}

function toHtml(token: Token): string {
  if (token.kind === 'open') return startTag(token.name, token.attributes)
  return token.kind === 'close' ? endTag(token.name) : escapeText(token.text)
}

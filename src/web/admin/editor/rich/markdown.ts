import { Marked, type MarkedExtension, type MarkedToken, type Token } from 'marked'

/** Characters; longer texts are pasted as they are, since they exceed what a post may hold. */
const MARKDOWN_MAX = 200_000
/** Marks of emphasis in a paragraph or table; the library compares each with each. */
const MARKS_MAX = 1000

/**
 * The HTML of a text in Markdown (CommonMark without indented code and HTML, with the tables, strikethrough and task lists of
 * GFM); undefined if nothing in the text is Markdown. Lines stay lines, unless the text is wrapped at a width.
 */
export function markdownToHtml(text: string): string | undefined {
  const marksOf = (block: string) => block.match(/[*_]/g)?.length ?? 0
  if (text.length > MARKDOWN_MAX || text.split(/\n\s*\n/).some((block) => marksOf(block) > MARKS_MAX)) return undefined
  const isReplaced = !PRIVATE_USE.test(text)
  const source = isReplaced ? asLetters(text) : text
  const markdown = createMarkdown(source)
  try {
    const tokens = markdown.lexer(source)
    if (!tokens.some(isMarkup)) return undefined
    if (isWrapped(tokens)) markdown.use(joiningLines)
    const html = markdown.parser(tokens)
    return isReplaced ? asPunctuation(html) : html
  } catch (error) {
    // Thousands of quotes inside each other exceed the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A tokenizer returns `undefined` for text and `false` to leave the decision to the library. `source` is the whole text. */
function createMarkdown(source: string): Marked {
  const none = () => undefined
  const referenced = referencedNames(source)
  return new Marked({
    breaks: true,
    tokenizer: {
      html: none,
      tag: none,
      code: none,
      list: (rest) => (beginsList(rest) ? false : undefined),
      def: (rest) => (isReferenced(rest, referenced) ? false : undefined),
      del: (rest) => (rest.startsWith('~~') ? false : undefined),
      // A product of numbers such as 2*3*4, or a note `(*)`.
      emStrong: (rest, _, before = '') =>
        /^\*/.test(rest) && (/\d/.test(before) || (before === '(' && rest.startsWith('*)'))) ? undefined : false,
    },
    renderer: {
      // Without the language, and without the line break at the end, which would be an empty line.
      code: ({ text }) => `<pre><code>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      paragraph({ tokens }) {
        const html = this.parser.parseInline(tokens)
        return tokens.every(isPicture) ? html : `<p>${html}</p>`
      },
      link({ href, tokens }) {
        return `<a href="${escapeValue(href)}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, tokens, text }) {
        const alt = tokens ? this.parser.parseInline(tokens, this.parser.textRenderer) : text
        return `<img src="${escapeValue(href)}" alt="${escapeValue(alt)}">`
      },
    },
  })
}

/** Whether most lines of paragraphs that another line follows have a length at which editors and mail programs wrap. */
function isWrapped(tokens: Token[]): boolean {
  const lines = tokens.flatMap(followedLines)
  return lines.filter(({ length }) => length >= 60 && length <= 100).length * 2 > lines.length
}

function followedLines(token: Token): string[] {
  const isBlock = ['list', 'list_item', 'blockquote'].includes(token.type)
  if (isBlock) return childrenOf(token).flatMap(followedLines)
  return token.type === 'paragraph' || token.type === 'text' ? token.raw.trim().split('\n').slice(0, -1) : []
}

/** Keeps the line breaks of CommonMark alone: after two blanks or a backslash. */
const joiningLines: MarkedExtension = {
  renderer: { br: ({ raw }) => (/^(?: {2}|\\)/.test(raw) ? '<br>' : '\n') },
}

/** Matches what plain texts do not hold by chance: lines of hyphens, addresses and words between underscores are plain text, too. */
function isMarkup(token: Token): boolean {
  const { type, raw } = token as MarkedToken
  switch (type) {
    case 'heading':
      return !/\n *-+\s*$/.test(raw) || childrenOf(token).some(isMarkup)
    case 'list':
      return /^ *-/.test(raw) || childrenOf(token).length > 1 || childrenOf(token).some(isMarkup)
    case 'em':
      return raw.startsWith('*') || childrenOf(token).some(isMarkup)
    case 'link':
      return /^[[<]/.test(raw)
    case 'blockquote':
    case 'checkbox':
    case 'code':
    case 'codespan':
    case 'del':
    case 'image':
    case 'strong':
    case 'table':
      return true
    default:
      return childrenOf(token).some(isMarkup)
  }
}

function childrenOf(token: object): Token[] {
  const { items, tokens } = token as { items?: Token[]; tokens?: Token[] }
  return items ?? tokens ?? []
}

/**
 * A list has the marks that begin one while typing (`typing-rules.ts`). A number from which nothing counts on, such as a year,
 * begins none.
 */
function beginsList(rest: string): boolean {
  const [found, number] = /^ {0,3}(?:[-*]|(\d{1,9})[.)]) +\S/.exec(rest) ?? []
  if (!found || number === undefined) return found !== undefined
  return Number(number) <= 1 || new RegExp(`\\n *${Number(number) + 1}[.)] `).test(rest)
}

/** Whether a line such as `[1]: https://…` defines an address to which the text refers; `[Ann]: hi` is text. */
function isReferenced(rest: string, referenced: ReadonlySet<string>): boolean {
  const [, name] = /^ {0,3}\[([^\]^][^\]]{0,200})\]: *<?(?:[a-z][a-z\d+.-]*:|\/|#|www\.)/i.exec(rest) ?? []
  return name !== undefined && referenced.has(name.toLowerCase())
}

/** The names in brackets that occur twice, so that one of them may refer to the other; in lower case. */
function referencedNames(source: string): Set<string> {
  const names = new Set<string>()
  const repeated = new Set<string>()
  for (const [, name = ''] of source.toLowerCase().matchAll(/\[((?:\\.|[^[\]\\]){1,201})\]/gs)) {
    if (names.has(name)) repeated.add(name)
    names.add(name)
  }
  return repeated
}

const isPicture = ({ type, raw }: Token) => type === 'image' || raw.trim() === ''

/**
 * Punctuation of Chinese and Japanese, which stands in private characters while the text is read: without blanks around
 * words, CommonMark does not see that `**「保湿」**です` is emphasised. Not in a text that has such characters itself.
 */
const punctuation = '、。「」『』【】〈〉《》〔〕（）［］｛｝！？：；，．・…‥〜～ー“”‘’'
const PRIVATE = 0xe000
const PRIVATE_USE = /[\ue000-\ue0ff]/
const asLetters = (text: string) =>
  text.replaceAll(/[\u3001-\u301c\uff01-\uff5e]/g, (sign) => {
    const at = punctuation.indexOf(sign)
    return at < 0 ? sign : String.fromCharCode(PRIVATE + at)
  })
const asPunctuation = (html: string) =>
  html.replaceAll(/[\ue000-\ue0ff]/g, (sign) => punctuation[sign.charCodeAt(0) - PRIVATE] ?? sign)

/** Character references stay, since Markdown has them too. */
function escapeValue(text: string): string {
  return text
    .replace(/&(?!#?\w{2,10};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}

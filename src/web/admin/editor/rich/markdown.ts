/** Longer texts are pasted as they are: they exceed what a post may hold. */
const MARKDOWN_MAX = 200_000
/** Characters of an emphasised text, which bounds the search for its end. */
const SPAN = '{1,2000}?'
/** Blocks inside blocks that are looked into. */
const DEPTH_MAX = 20

/**
 * The HTML of a text in Markdown (CommonMark without indented code and HTML, with tables, strikethrough and task lists of
 * GFM); undefined if nothing in the text is Markdown. A line break inside a paragraph is a blank, as in CommonMark.
 */
export function markdownToHtml(text: string): string | undefined {
  if (text.length > MARKDOWN_MAX) return undefined
  const context: Context = { references: new Map(), isMarkdown: false, depth: 0 }
  const lines = text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n')
  const html = renderBlocks(takeDefinitions(lines, context), context)
  return context.isMarkdown ? html : undefined
}

type Context = { references: Map<string, string>; isMarkdown: boolean; depth: number }
/** What a block makes of the lines from `at`, and where the next one begins. */
type Rendered = { html: string; next: number }

const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/
const heading = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)? *$/
const underline = /^ {0,3}(=+|-{2,}) *$/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quote = /^ {0,3}> ?/
const delimiters = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/
const marker = /^( *)(?:([-*+])|(\d{1,9})[.)])(?: +|$)(.*)$/
const definition = /^ {0,3}\[([^\]]+)\]: *<?([^\s>]+)>?(?: +["'(].*["')])? *$/
const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

/** Reads `[name]: address` lines and leaves them out. */
function takeDefinitions(lines: string[], context: Context): string[] {
  return lines.filter((line) => {
    const [, name, address] = definition.exec(line) ?? []
    if (!name || !address || name.startsWith('^')) return true
    context.references.set(name.toLowerCase(), address)
    return false
  })
}

function renderBlocks(lines: string[], context: Context): string {
  if (context.depth >= DEPTH_MAX) return renderParagraph(lines, 0, context).html
  context.depth += 1
  let html = ''
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1
      continue
    }
    const block = renderMarked(lines, at, context) ?? renderParagraph(lines, at, context)
    html += block.html
    at = block.next
  }
  context.depth -= 1
  return html
}

/** Undefined if no marked block begins at `at`. */
function renderMarked(lines: string[], at: number, context: Context): Rendered | undefined {
  const line = lines[at]!
  // A rule alone does not make a text Markdown: people draw lines of hyphens in plain texts.
  if (rule.test(line)) return { html: '<hr>', next: at + 1 }
  if (!beginsBlock(lines, at)) return undefined
  context.isMarkdown = true
  if (fence.test(line)) return renderFence(lines, at)
  if (quote.test(line)) return renderQuote(lines, at, context)
  if (isTable(lines, at)) return renderTable(lines, at, context)
  const [, level, text] = heading.exec(line) ?? []
  if (level) return { html: wrap(`h${level.length}`, renderInline(text!, context)), next: at + 1 }
  return renderList(lines, at, context)
}

function beginsBlock(lines: string[], at: number): boolean {
  const line = lines[at]!
  const isMarked = fence.test(line) || rule.test(line) || quote.test(line) || (heading.exec(line)?.[2] ?? '') !== ''
  return isMarked || isTable(lines, at) || isListItem(lines, at)
}

function renderFence(lines: string[], at: number): Rendered {
  const opening = fence.exec(lines[at]!)![1]!
  const end = lines.findIndex((line, index) => index > at && isClosing(line.trim(), opening))
  const code = lines.slice(at + 1, end < 0 ? undefined : end).join('\n')
  return { html: `<pre><code>${escapeText(code)}</code></pre>`, next: end < 0 ? lines.length : end + 1 }
}

function isClosing(line: string, opening: string): boolean {
  return line.length >= opening.length && line === opening[0]!.repeat(line.length)
}

function renderQuote(lines: string[], at: number, context: Context): Rendered {
  const quoted: string[] = []
  let next = at
  while (next < lines.length && (quote.test(lines[next]!) || isContinued(lines, next))) {
    quoted.push(lines[next]!.replace(quote, ''))
    next += 1
  }
  return { html: wrap('blockquote', renderBlocks(quoted, context)), next }
}

/** Whether the line goes on with the paragraph before it although it has no mark of its own. */
function isContinued(lines: string[], at: number): boolean {
  return !isBlank(lines[at]) && !isBlank(lines[at - 1]) && !beginsBlock(lines, at)
}

function isTable(lines: string[], at: number): boolean {
  const [head, below] = [lines[at]!, lines[at + 1] ?? '']
  return head.includes('|') && delimiters.test(below) && cellsOf(head).length === cellsOf(below).length
}

function renderTable(lines: string[], at: number, context: Context): Rendered {
  let next = at + 2
  while (!isBlank(lines[next]) && lines[next]!.includes('|')) next += 1
  const toRow = (line: string, tag: string) =>
    wrap(
      'tr',
      cellsOf(line)
        .map((cell) => wrap(tag, renderInline(cell, context)))
        .join(''),
    )
  const body = lines.slice(at + 2, next).map((line) => toRow(line, 'td'))
  return { html: wrap('table', wrap('tbody', [toRow(lines[at]!, 'th'), ...body].join(''))), next }
}

/** The cells of a row; `\|` is a character. */
function cellsOf(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** Whether a list may begin here: a number that nothing counts on from, such as a year, begins none. */
function isListItem(lines: string[], at: number): boolean {
  const [, indent, bullet, number, text] = marker.exec(lines[at]!) ?? []
  if (indent === undefined || rule.test(lines[at]!)) return false
  if (bullet) return text !== ''
  if (Number(number) <= 1) return text !== ''
  const isNext = (line: string | undefined, by: number) => {
    const found = marker.exec(line ?? '')
    return found?.[1] === indent && Number(found[3]) === Number(number) + by
  }
  for (const [step, by] of [
    [1, 1],
    [-1, -1],
  ] as const) {
    let other = at + step
    while (isBlank(lines[other]) ? other in lines : /^ {2}/.test(lines[other]!) && indent === '') other += step
    if (isNext(lines[other], by)) return true
  }
  return false
}

function renderList(lines: string[], at: number, context: Context): Rendered {
  const [, indent = '', bullet, number] = marker.exec(lines[at]!)!
  const isSame = (line: string) => {
    const found = marker.exec(line)
    return found !== null && Math.abs(found[1]!.length - indent.length) < 2 && found[2] === bullet && !rule.test(line)
  }
  let items = ''
  let next = at
  while (next < lines.length && isSame(lines[next]!) && (next === at || isListItem(lines, next) || number)) {
    const item = [marker.exec(lines[next]!)![4]!]
    next += 1
    while (next < lines.length && belongsToItem(lines, next, indent.length)) {
      item.push(lines[next]!.replace(new RegExp(`^ {0,${indent.length + (bullet ? 2 : 3)}}`), ''))
      next += 1
    }
    const task = /^\[([ xX])\] +/.exec(item[0]!)
    if (task) item[0] = `${task[1] === ' ' ? '☐' : '☑'} ${item[0]!.slice(task[0].length)}`
    items += wrap('li', renderBlocks(item, context))
    let after = next
    while (after < lines.length && isBlank(lines[after])) after += 1
    if (after < lines.length && isSame(lines[after]!)) next = after
  }
  const start = Number(number ?? 1)
  if (bullet) return { html: wrap('ul', items), next }
  return { html: start === 1 ? wrap('ol', items) : `<ol start="${start}">${items}</ol>`, next }
}

/** A line that is indented below an item, a blank one before such a line, or one that goes on with its text. */
function belongsToItem(lines: string[], at: number, indent: number): boolean {
  const isIndented = (line: string) => /^ */.exec(line)![0].length >= indent + 2
  if (!isBlank(lines[at])) return isIndented(lines[at]!) || isContinued(lines, at)
  const following = lines.slice(at, at + 3).find((line) => !isBlank(line))
  return following !== undefined && isIndented(following)
}

function renderParagraph(lines: string[], at: number, context: Context): Rendered {
  let next = at + 1
  while (!isBlank(lines[next]) && !underline.test(lines[next]!) && !beginsBlock(lines, next)) next += 1
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd()
  const [, level] = underline.exec(lines[next] ?? '') ?? []
  if (level && next === at + 1) {
    if (level.startsWith('=')) context.isMarkdown = true
    return { html: wrap(level.startsWith('=') ? 'h1' : 'h2', renderInline(text, context)), next: next + 1 }
  }
  return { html: wrap('p', renderInline(text, context)), next }
}

const destination = String.raw`\(\s*<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`
const label = String.raw`\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]`

/** In this order, since the first that matches at a place wins. */
const inline = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`(?<ticks>\x60+)(?<code>[^\x60](?:[^\n]${SPAN.replace('1', '0')}[^\x60])?)\k<ticks>(?!\x60)`,
    String.raw`<(?<auto>(?:https?://|mailto:)[^\s<>]+)>`,
    String.raw`(?<br><br ?/?>|(?: {2,}|\\)\n)`,
    `!${label.replace('(', '(?<alt>')}${destination.replace('((', '(?<src>(')}`,
    `${label.replace('(', '(?<text>')}(?:${destination.replace('((', '(?<href>(')}|\\[(?<name>[^\\]]*)\\])`,
    String.raw`\*\*(?=\S)(?<strong>[^]${SPAN})(?<=\S)\*\*(?!\*)`,
    String.raw`(?<![\p{L}\p{N}_])__(?=\S)(?<strong2>[^]${SPAN})(?<=\S)__(?![\p{L}\p{N}_])`,
    String.raw`~~(?=\S)(?<strike>[^]${SPAN})(?<=\S)~~`,
    String.raw`(?<![\p{N}*])\*(?=[^\s*])(?<em>[^]${SPAN})(?<=[^\s*])\*(?!\*)`,
    String.raw`(?<![\p{L}\p{N}_])_(?=[^\s_])(?<em2>[^]${SPAN})(?<=[^\s_])_(?![\p{L}\p{N}_])`,
    String.raw`(?<![\p{L}\p{N}@/])(?<url>https?://[^\s<>]*[^\s<>.,;:!?'")\]*_])`,
  ].join('|'),
  'gu',
)

function renderInline(text: string, context: Context): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(inline)) {
    const rendered = renderSpan(match.groups!, context)
    if (rendered === undefined) continue
    html += escapeLine(text.slice(end, match.index)) + rendered
    end = match.index + match[0].length
  }
  return html + escapeLine(text.slice(end))
}

type Spans = Record<string, string | undefined>

/** Undefined for brackets that name no address, which stay as they are. */
function renderSpan(spans: Spans, context: Context): string | undefined {
  const { escaped, code, auto, br, alt, src, text, href, name, strong, strong2, strike, em, em2, url } = spans
  if (escaped) return escapeText(escaped)
  if (url) return linkTo(url, escapeText(url))
  if (br) return '<br>'
  const address = href ?? (text === undefined ? undefined : context.references.get((name || text).toLowerCase()))
  if (text !== undefined && address === undefined) return undefined
  // Single underscores alone do not make a text Markdown: they stand around words in plain texts, too.
  if (em2 === undefined) context.isMarkdown = true
  if (code !== undefined) return wrap('code', escapeText(code.replace(/^ (.+) $/, '$1')))
  if (auto) return linkTo(auto, escapeText(auto.replace(/^mailto:/, '')))
  if (src) return `<img src="${escapeText(src)}" alt="${escapeText(alt!.replace(/\\(.)/g, '$1'))}">`
  if (address) return linkTo(address, renderInline(text!, context))
  if (strike) return wrap('s', renderInline(strike, context))
  const bold = strong ?? strong2
  return bold ? wrap('strong', renderInline(bold, context)) : wrap('em', renderInline((em ?? em2)!, context))
}

const linkTo = (address: string, html: string) => `<a href="${escapeText(address)}">${html}</a>`
const wrap = (tag: string, html: string) => `<${tag}>${html}</${tag}>`
const escapeLine = (text: string) => escapeText(text.replace(/ *\n */g, ' '))

/** Character references of the text stay, since Markdown has them too. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!#?\w{2,10};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

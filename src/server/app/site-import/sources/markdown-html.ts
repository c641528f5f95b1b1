import { Marked } from 'marked'
import markedFootnote from 'marked-footnote'
import { escapeText } from '../../../content/rich-text/html-tokens.ts'

/** Characters; the parser compares each mark of emphasis of a paragraph with each. */
const MARKDOWN_MAX = 1_000_000

/** A line that begins more quotations and lists within each other than a page can show. */
const tooDeep = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){50}/m

/** CommonMark with tables and footnotes as HTML, which is not sanitised. A loss is a sentence in `notes`. */
export function markdownToHtml(markdown: string, notes: Set<string>): string {
  const components = new Set<string>()
  const reader = new Marked({ gfm: true }).use(markedFootnote({ description: 'Notes' }), {
    renderer: { code: ({ text }) => `<pre><code>${escapeText(text.replace(/^\n+|\n+$/g, ''))}</code></pre>` },
    walkTokens(token) {
      const name = token.type === 'html' && /^<([A-Z][\w.]*)/.exec(token.raw)?.[1]
      if (name) components.add(name)
    },
  })
  try {
    if (markdown.length > MARKDOWN_MAX || tooDeep.test(markdown)) throw new RangeError('too long or too deep')
    const html = reader.parse(markdown, { async: false })
    for (const name of components)
      notes.add(`The component “${name.slice(0, 100)}” was left out; the text in it stays.`)
    return html
  } catch (error) {
    // The parser is recursive: what is nested thousands of times exceeds the stack.
    if (!(error instanceof RangeError)) throw error
    notes.add('Its Markdown is too long or nested too deeply to be read, and stays as plain text.')
    return markdown
      .slice(0, MARKDOWN_MAX)
      .split(/\n\s*\n/)
      .map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
      .join('')
  }
}

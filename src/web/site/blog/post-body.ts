/** A comment, a tag with its quoted attributes, a run of text, or a lone `<`. */
const token = /<!--[\s\S]*?-->|<\/?[a-z][^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|[^<]+|</gi

const attribute = /\s+([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * A post's HTML as its page shows it: without class attributes, without any `h1` (the page has its own) and without a
 * heading that says only 'Introduction'. The server has cleaned the HTML when it was written; this only reshapes it.
 */
export function cleanPostBody(html: string): string {
  const tokens = html.match(token) ?? []
  let cleaned = ''
  for (let i = 0; i < tokens.length; i++) {
    const current = tokens[i]!
    const level = headingLevel(current)
    const end = level ? tokens.findIndex((text, at) => at > i && isClosing(text, level)) : -1
    if (level && end > i && isUnwanted(level, tokens.slice(i + 1, end))) i = end
    else if (level !== 'h1' && !isClosing(current, 'h1')) cleaned += withoutClass(current)
  }
  return cleaned
}

/** Each table in a frame of its own, which scrolls where the screen is too narrow for it. */
export function frameTables(html: string): string {
  return html
    .replace(/<table\b/gi, '<section class="table-frame" aria-label="Table" tabindex="0"><table')
    .replace(/<\/table\s*>/gi, '</table></section>')
}

function headingLevel(text: string): string | undefined {
  return /^<(h[1-6])[\s/>]/i.exec(text)?.[1]?.toLowerCase()
}

function isClosing(text: string, name: string): boolean {
  return /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(text)?.[1]?.toLowerCase() === name
}

function isUnwanted(level: string, content: string[]): boolean {
  if (level === 'h1') return true
  const text = content.filter((part) => !part.startsWith('<') || part === '<').join('')
  return (
    text
      .replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
      .trim()
      .toLowerCase() === 'introduction'
  )
}

function withoutClass(text: string): string {
  if (!/^<[a-z]/i.test(text)) return text
  return text.replace(attribute, (whole, name: string) => (name.toLowerCase() === 'class' ? '' : whole))
}

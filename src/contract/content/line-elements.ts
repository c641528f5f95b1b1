/** Whether an element begins or ends a line of text. */
export function separatesWords(name: string): boolean {
  return lineElements.has(name)
}

const lineElements = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'td', 'th', 'blockquote', 'div', 'br'],
  ...['figure', 'figcaption', 'summary', 'details', 'aside', 'section'],
])

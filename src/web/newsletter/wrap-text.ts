const LINE_MAX = 76

/** Merge fields with their fallbacks stay whole. */
const words = /(?:\{\{[^{}]*\}\}|\S)+/g

/** Breaks lines between words, so that mail programs need not; a longer word, such as a URL, has a line of its own. */
export function wrapText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = []
      let current = ''
      for (const [word] of line.matchAll(words)) {
        const longer = current ? `${current} ${word}` : word
        if (longer.length > LINE_MAX && current) {
          lines.push(current)
          current = word
        } else current = longer
      }
      return [...lines, current].join('\n')
    })
    .join('\n')
    .trim()
}

import { compileTemplate } from '../../contract/audience/merge-fields.ts'

const LINE_MAX = 76

/** Values of usual length. */
const usual = {
  ...{ name: 'x'.repeat(8), email: 'x'.repeat(28), click_key: 'x'.repeat(20) },
  ...{ unsubscribe_url: 'x'.repeat(LINE_MAX), preferences_url: 'x'.repeat(LINE_MAX), browser_url: 'x'.repeat(60) },
}

/** Merge fields with their fallbacks stay whole. */
const words = /(?:\{\{[^{}]*\}\}|\S)+/g

/**
 * Breaks lines between words, so that mail programs need not; a longer word, such as a URL, has a line of its own. Merge fields
 * count as values of usual length, because they are filled later.
 */
export function wrapText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = []
      let current = ''
      for (const [word] of line.matchAll(words)) {
        const longer = current ? `${current} ${word}` : word
        if (current && compileTemplate(longer, 'text')(usual).length > LINE_MAX) {
          lines.push(current)
          current = word
        } else current = longer
      }
      return [...lines, current].join('\n')
    })
    .join('\n')
    .trim()
}

const WORDS_PER_MINUTE = 220

/** '1,240 words · 6 min read' */
export function formatLength(text: string): string {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words === 0) return '0 words'
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`
}

import { diffWordsWithSpace } from 'diff'

export type DiffPart = { text: string; kind: 'same' | 'gone' | 'new' }

/** Longer than this nobody waits for a comparison; both texts are shown whole then. */
const PATIENCE_MS = 1500

/** What became of `before` in `after`, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS })
  if (!changes) {
    return [
      { text: before, kind: 'gone' },
      { text: after, kind: 'new' },
    ]
  }
  return changes.map(({ value, added, removed }) => ({ text: value, kind: added ? 'new' : removed ? 'gone' : 'same' }))
}

/** Long stretches without a change, cut to what stands around the changes. */
export function onlyAround(parts: DiffPart[], around = 120): DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= around * 3) return part
    const head = index === 0 ? '' : part.text.slice(0, around)
    const tail = index === parts.length - 1 ? '' : part.text.slice(-around)
    return { kind: 'same', text: `${head} … ${tail}` }
  })
}

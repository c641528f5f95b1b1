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
  return joinChanges(
    changes.map(({ value, added, removed }) => ({ text: value, kind: added ? 'new' : removed ? 'gone' : 'same' })),
  )
}

/** Changes with hardly a word between them read as one: a phrase in place of another. */
function joinChanges(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  let [gone, fresh] = ['', '']
  const flush = () => {
    if (gone) joined.push({ text: gone, kind: 'gone' })
    if (fresh) joined.push({ text: fresh, kind: 'new' })
    gone = ''
    fresh = ''
  }
  parts.forEach((part, index) => {
    const isBetween = index > 0 && index < parts.length - 1 && part.text.trim().split(/\s+/).length < 2
    if (part.kind === 'same' && !(isBetween && (gone || fresh) && !part.text.includes('\n'))) {
      flush()
      joined.push(part)
      return
    }
    if (part.kind !== 'new') gone += part.text
    if (part.kind !== 'gone') fresh += part.text
  })
  flush()
  return joined
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

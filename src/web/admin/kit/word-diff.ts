import { diffWordsWithSpace } from 'diff'

export type DiffPart = { text: string; kind: 'same' | 'removed' | 'added' }

/** After this, both texts are shown in full without a diff. */
const TIMEOUT_MS = 1500

/** The changes from `before` to `after`, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  if (!changes) {
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  }
  return joinChanges(
    changes.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' })),
  )
}

/** Merges changes separated by less than two words into the replacement of a phrase. */
function joinChanges(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed) joined.push({ text: removed, kind: 'removed' })
    if (added) joined.push({ text: added, kind: 'added' })
    removed = ''
    added = ''
  }
  parts.forEach((part, index) => {
    const isBetween = index > 0 && index < parts.length - 1 && part.text.trim().split(/\s+/).length < 2
    if (part.kind === 'same' && !(isBetween && (removed || added) && !part.text.includes('\n'))) {
      flush()
      joined.push(part)
      return
    }
    if (part.kind !== 'added') removed += part.text
    if (part.kind !== 'removed') added += part.text
  })
  flush()
  return joined
}

/** Shortens long unchanged parts to the context of the changes. */
export function abbreviateUnchanged(parts: DiffPart[], around = 120): DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= around * 3) return part
    const head = index === 0 ? '' : part.text.slice(0, around)
    const tail = index === parts.length - 1 ? '' : part.text.slice(-around)
    return { kind: 'same', text: `${head} … ${tail}` }
  })
}

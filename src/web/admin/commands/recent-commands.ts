import { readStored, writeStored } from '../kit/stored-value.ts'
import type { Command } from './command-search.tsx'

const KEY = 'dewlight-recent-places'
const KEPT = 6

type Place = Required<Pick<Command, 'label' | 'href'>> & { detail?: string }

/** The places that were opened last by the search for commands, in this browser. */
export function readRecent(): Place[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter(isPlace).slice(0, KEPT) : []
}

export function keepRecent({ label, href, detail }: Command): void {
  if (href === undefined) return
  const others = readRecent().filter((place) => place.href !== href)
  writeStored(KEY, [{ label, href, ...(detail ? { detail } : {}) }, ...others].slice(0, KEPT))
}

function isPlace(value: unknown): value is Place {
  const { label, href, detail = '' } = (value ?? {}) as Record<string, unknown>
  return (
    typeof label === 'string' && typeof href === 'string' && href.startsWith('/admin') && typeof detail === 'string'
  )
}

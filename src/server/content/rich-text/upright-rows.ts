import { blockOf } from '../../../contract/content/blocks.ts'
import { findCloseTags, type Token } from './html-tokens.ts'

/** Rows of upright videos that follow each other: the indexes of the tags that a row begins before and ends after. */
export type UprightRows = { starts: Set<number>; ends: Set<number> }

export function findUprightRows(tokens: Token[]): UprightRows {
  const rows: UprightRows = { starts: new Set(), ends: new Set() }
  const closes = findCloseTags(tokens)
  for (let at = 0; at < tokens.length; at++) {
    if (!isUprightVideo(tokens[at])) continue
    const start = at
    let end = closes[at]!
    for (let next = afterSpace(tokens, end); isUprightVideo(tokens[next]); next = afterSpace(tokens, end))
      end = closes[next]!
    if (end === closes[start]) continue
    rows.starts.add(start)
    rows.ends.add(end)
    at = end
  }
  return rows
}

function isUprightVideo(token: Token | undefined): boolean {
  if (token?.kind !== 'open' || token.attributes['data-shape'] !== 'upright') return false
  return blockOf(token.name, token.attributes) === 'video'
}

function afterSpace(tokens: Token[], end: number): number {
  const next = tokens[end + 1]
  return next?.kind === 'text' && next.text.trim() === '' ? end + 2 : end + 1
}

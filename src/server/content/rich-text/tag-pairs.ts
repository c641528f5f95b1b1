import type { Token } from './html-tokens.ts'

/** For each open tag the index of its close tag. Tokens are balanced; one pass, since bodies may be nested deeply. */
export function findCloseTags(tokens: Token[]): number[] {
  const closes: number[] = []
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(at)
    else if (token.kind === 'close') closes[open.pop()!] = at
  }
  return closes
}

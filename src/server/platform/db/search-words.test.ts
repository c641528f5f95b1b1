import { expect, test } from 'vitest'
import { separatorPattern, separators } from './search-words.ts'

test('JavaScript and PostgreSQL cut words at the same characters', () => {
  for (const kept of ['', "'"]) {
    const [pattern, ranges] = [separatorPattern(kept), `[${separators(kept)}]`].map((text) => new RegExp(text, 'u'))
    const different: number[] = []
    for (let code = 0; code <= 0x10_ffff; code++) {
      const character = String.fromCodePoint(code)
      if (pattern!.test(character) !== ranges!.test(character)) different.push(code)
    }
    expect(different).toEqual([])
  }
})

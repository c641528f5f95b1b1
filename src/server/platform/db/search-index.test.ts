import { expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { correctTerm } from './search-index.ts'

test('misspelt words become the known words that they are most like, and others stay', () => {
  const vocabulary = new Set(['niacinamide', 'niacin', 'retinol', 'oat', 'aaaaa'])
  expect(correctTerm('Niacinimide & retinl, oat oaty xylophone niacinimide', vocabulary)).toBe(
    'niacinamide retinol oat oat xylophone niacinamide',
  )
  expect(correctTerm('aaaa oat', vocabulary)).toBe('aaaaa oat')
})

test('ten misspelt words are corrected by a large vocabulary in a fraction of a second', () => {
  const words = Array.from({ length: 60_000 }, (_, n) => `word${((n * 7919) % 1_000_000).toString(36)}ine${n}`)
  const term = 'niacinimide salycilic retinl hyaluronc ascrobic peptid ceramde squalenne bakuchil panthnol'
  const start = cpuTime()
  correctTerm(term, new Set(words))
  expect(cpuTime() - start).toBeLessThan(1200)
})

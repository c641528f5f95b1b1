import { expect, test } from 'vitest'
import { FIRST_BATCH, nextBatch } from './next-batch.ts'

/** The sizes of ten transactions of which each row takes `ms`. */
function sizes(ms: number): number[] {
  let rows = FIRST_BATCH
  return Array.from({ length: 10 }, () => {
    rows = nextBatch(rows, rows * ms)
    return rows
  })
}

test('a transaction takes about 150 ms, whatever the machine', () => {
  expect(sizes(0.05).at(-1)).toBe(3000)
  expect(sizes(0.3).at(-1)).toBe(500)
})

test('batches have bounds, grow step by step and shrink at once', () => {
  expect(sizes(0).slice(0, 3)).toEqual([2000, 4000, 4000])
  expect(nextBatch(4000, 60_000)).toBe(250)
})

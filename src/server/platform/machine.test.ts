import { expect, test } from 'vitest'
import { readMachine, sizeFor } from './machine.ts'

const MB = 1024 * 1024

// A machine sold as 1 or 2 GB reports a little less.
test.for([
  { memory: 512, cores: 2, workers: 1, cache: 32 },
  { memory: 960, cores: 2, workers: 1, cache: 32 },
  { memory: 1024, cores: 4, workers: 1, cache: 32 },
  { memory: 1920, cores: 1, workers: 1, cache: 64 },
  { memory: 1920, cores: 2, workers: 2, cache: 64 },
  { memory: 2048, cores: 8, workers: 4, cache: 64 },
  { memory: 16_384, cores: 8, workers: 8, cache: 64 },
  { memory: 1_000_000, cores: 256, workers: 128, cache: 64 },
])('$memory MB and $cores cores run $workers processes', ({ memory, cores, workers, cache }) => {
  expect(sizeFor({ cores, memory: memory * MB })).toEqual({ workers, pageCacheBytes: cache * MB })
})

test('this machine has cores and a finite memory', () => {
  const { cores, memory } = readMachine()
  expect(cores).toBeGreaterThan(0)
  expect(memory).toBeGreaterThan(0)
  expect(memory).toBeLessThan(1e15)
})

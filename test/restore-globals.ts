import { afterAll, vi } from 'vitest'

// Test files of a worker share its globals.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

import { defineConfig } from 'vitest/config'
import { fastTmpdir } from './test/fast-tmpdir.ts'
import { tags } from './test/tags.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'demo/seed/**/*.test.ts', 'test/*.test.ts'],
    globalSetup: ['test/database-setup.ts'],
    // Loading the modules again for each of 290 files took a third of the time.
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/restore-globals.ts'],
    env: { TMPDIR: fastTmpdir() },
    // A failed expectation prints the whole list, which is often all that is known of a failure elsewhere.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: 10_000 } },
    tags,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

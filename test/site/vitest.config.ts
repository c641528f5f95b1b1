import { defineConfig } from 'vitest/config'
import { fastTmpdir } from '../fast-tmpdir.ts'
import { tags } from '../tags.ts'

/** `npm run test:site`: what the built site sends, without a browser. A step of its own, because it needs the build. */
export default defineConfig({
  test: {
    include: ['test/site/*.test.ts'],
    globalSetup: ['test/site/start-site.ts'],
    pool: 'threads',
    isolate: false,
    env: { TMPDIR: fastTmpdir() },
    // A failed expectation prints the whole list, which is often all that is known of a failure elsewhere.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: 10_000 } },
    tags,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

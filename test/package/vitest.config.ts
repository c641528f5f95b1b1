import { defineConfig } from 'vitest/config'
import { fastTmpdir } from '../fast-tmpdir.ts'
import { tags } from '../tags.ts'

/** `npm run test:package`: the tarball of the built site, installed and driven. A step of its own, because it needs the build. */
export default defineConfig({
  test: {
    include: ['test/package/*.smoke.ts'],
    env: { TMPDIR: fastTmpdir() },
    // A failed expectation prints the whole list, which is often all that is known of a failure elsewhere.
    chaiConfig: { truncateThreshold: 0 },
    tags,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // One installed site, driven from the first page to its end.
    sequence: { concurrent: false },
    bail: 1,
  },
})

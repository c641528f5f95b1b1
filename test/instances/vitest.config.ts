import { defineConfig } from 'vitest/config'
import { fastTmpdir } from '../fast-tmpdir.ts'
import { tags } from '../tags.ts'
import { missingPrograms } from './programs.ts'

const missing = missingPrograms()
if (missing) console.log(missing)

/** Each file starts a fleet of its own, so one after the other. Without the programs nothing runs. */
export default defineConfig({
  test: {
    root: '.',
    include: missing ? [] : ['test/instances/**/*.test.ts'],
    passWithNoTests: true,
    fileParallelism: false,
    pool: 'forks',
    env: { TMPDIR: fastTmpdir() },
    // A failed expectation prints the whole list, which is often all that is known of a failure elsewhere.
    chaiConfig: { truncateThreshold: 0 },
    tags,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})

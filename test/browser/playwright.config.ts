import { defineConfig } from '@playwright/test'
import { findHeadlessShell } from './find-browser.ts'

const port = Number(process.env.E2E_PORT ?? 3210)
const { executablePath, args } = await findHeadlessShell()

/**
 * Tests that use all cores or measure times are in files named `*.alone.spec.ts`. They run separately and without the
 * shared site: `npm test` runs the two parts in sequence. Without a part all tests run.
 */
const part = process.env.E2E_PART as 'shared' | 'alone' | undefined
const alone = '**/*.alone.spec.ts'

export default defineConfig({
  testDir: '.',
  ...(part === 'alone' ? { testMatch: alone } : {}),
  ...(part === 'shared' ? { testIgnore: alone } : {}),
  outputDir: '../../test-results/browser',
  fullyParallel: true,
  // The tests that use all cores run one at a time: some measure times.
  workers: part === 'alone' ? 1 : 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: `../../test-results/${part === 'alone' ? 'several-processes' : 'browser'}.json` }],
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 10_000,
    // Traces take a third of the time; enable them with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
  webServer:
    part === 'alone'
      ? undefined
      : {
          command: 'node test/browser/start-site.ts',
          cwd: '../..',
          url: `http://localhost:${port}/readyz`,
          timeout: 180_000,
          env: { PORT: String(port), LOG_LEVEL: 'warn' },
          stdout: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        },
})

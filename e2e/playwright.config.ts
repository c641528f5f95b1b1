import { defineConfig } from '@playwright/test'
import { findHeadlessShell } from './find-browser.ts'

const port = Number(process.env.E2E_PORT ?? 3210)
const { executablePath, args } = await findHeadlessShell()

/**
 * What fills all processors of the machine by itself runs without other tests beside it, and without the shared site:
 * `npm test` asks for the two parts one after the other. Without a part all tests run.
 */
const part = process.env.E2E_PART as 'shared' | 'alone' | undefined
const alone = 'workers.spec.ts'

export default defineConfig({
  testDir: '.',
  ...(part === 'alone' ? { testMatch: alone } : {}),
  ...(part === 'shared' ? { testIgnore: alone } : {}),
  outputDir: '../test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `../test-results/browser${part === 'alone' ? '-alone' : ''}.json` }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 10_000,
    // A trace costs a third of the time; `--trace on` makes them.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
  webServer:
    part === 'alone'
      ? undefined
      : {
          command: 'node e2e/start-site.ts',
          cwd: '..',
          url: `http://localhost:${port}/readyz`,
          timeout: 180_000,
          env: { PORT: String(port), LOG_LEVEL: 'warn' },
          stdout: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        },
})

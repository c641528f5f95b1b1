import { defineConfig } from '@playwright/test'
import { findBrowser } from './find-browser.ts'

const port = Number(process.env.E2E_PORT ?? 3210)
const { executablePath, args } = await findBrowser()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 10_000,
    // A trace costs a third of the time; `--trace on` makes them.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
  webServer: {
    command: 'node e2e/start-site.ts',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    env: { PORT: String(port), LOG_LEVEL: 'warn' },
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

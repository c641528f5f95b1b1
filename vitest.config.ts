import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/database-setup.ts'],
    // All files share one PostgreSQL database, which each test empties.
    fileParallelism: process.env.TEST_DATABASE !== 'postgres',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

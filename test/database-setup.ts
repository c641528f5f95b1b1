import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string | undefined
  }
}

/** `TEST_DATABASE=postgres` runs the suite on PostgreSQL; without it each test has a SQLite file of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    project.provide('databaseUrl', undefined)
    return async () => {}
  }
  const postgres = await startPostgres()
  console.log(postgres.sentence)
  project.provide('databaseUrl', postgres.url)
  return postgres.stop
}

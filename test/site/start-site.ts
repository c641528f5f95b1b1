import type { TestProject } from 'vitest/node'
import { startIsolatedSite } from '../browser/isolated-site.ts'
import { freePort } from '../postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the built site with the demo. */
    origin: string
  }
}

/** Starts one site with the demo for all files. `test/browser/prepare.ts` has built it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests that send many requests come from addresses of their own: `fromElsewhere`.
  const site = await startIsolatedSite(await freePort(), { env: { TRUST_PROXY: '1' } })
  project.provide('origin', site.origin)
  return () => site.stop()
}

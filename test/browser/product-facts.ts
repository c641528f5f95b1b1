import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addProductFacts } from '../product-facts.ts'
import { copyDemoData, startIsolatedSite } from './isolated-site.ts'
import { test as base, expect } from './site-test.ts'

/** A test on a site whose products have facts: one with all of them, `oat-cream`, and others to filter by. */
export const test = base.extend<object, { siteWithFacts: string }>({
  siteWithFacts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the fixture names
    async ({}, use, { parallelIndex }) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-facts-'))
      copyDemoData(dataDir)
      addProductFacts(path.join(dataDir, 'dewlight.db'))
      const port = Number(process.env.E2E_PORT ?? 3210) + 400 + parallelIndex
      const site = await startIsolatedSite(port, { env: { DATA_DIR: dataDir }, keepsData: true })
      await use(site.origin)
      await site.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ siteWithFacts }, use) => use(siteWithFacts),
})

export { expect }

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/server/platform/db/connect.ts'
import { createLedger } from '../faults/ledger.ts'
import { startFleet } from './fleet.ts'
import { createLoad, describeLoad } from './load.ts'
import { makeOtherVersion } from './other-version.ts'
import { visitPages } from './page-visits.ts'
import { rollingUpgrade } from './scenarios/restarts.ts'

/** A built checkout of the previous release (`npm run test:instances -- --from`). */
const release = process.env.INSTANCES_FROM

test.each(['nginx', 'caddy'] as const)(
  'behind %s, a rolling upgrade under load fails no request, nor a file of a page of either version',
  async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-instances-'))
    const fleet = await startFleet({ folder, checkout: release ?? makeOtherVersion(path.join(folder, 'other')) })
    const db = connect({ dataDir: folder, databaseUrl: fleet.postgres.url })
    try {
      const { origin } = fleet.proxies[name]
      const ledger = createLedger()
      const baseline = await ledger.sums(db)
      const load = await createLoad(origin, ledger, 0)
      const visiting = visitPages(origin)
      const report = await load.during(() => rollingUpgrade(fleet, '.'))
      const { visits, files, failures } = await visiting.stop()
      console.log(
        `${name}, rolling upgrade: ${describeLoad(report)}; ${visits} pages with ${files} files visited, ${failures.length} failed`,
      )
      expect(report.reads.failures).toEqual([])
      expect(report.failedWrites).toEqual([])
      expect(failures).toEqual([])
      expect(await ledger.check(db, baseline)).toEqual([])
    } finally {
      await db.destroy()
      await fleet.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

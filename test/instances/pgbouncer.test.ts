import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../src/server/platform/db/connect.ts'
import { createLedger } from '../faults/ledger.ts'
import { startFleet } from './fleet.ts'
import { createLoad, describeLoad } from './load.ts'
import { signInToEdit } from './owner-edits.ts'
import { isFull } from './run-length.ts'
import { describeVisibility, measureVisibility } from './scenarios/edits.ts'
import { rollingRestart } from './scenarios/restarts.ts'

test('through PgBouncer in transaction mode everything works as without it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-instances-'))
  const fleet = await startFleet({ folder, withPgbouncer: true })
  const db = connect({ dataDir: folder, databaseUrl: fleet.postgres.url })
  try {
    const ledger = createLedger()
    const baseline = await ledger.sums(db)
    for (const [number, name] of (['nginx', 'caddy'] as const).entries()) {
      const { origin } = fleet.proxies[name]
      const marks = Array.from({ length: isFull ? 100 : 10 }, (_, i) => 1000 * (number + 1) + i)
      const seen = await measureVisibility(fleet, await signInToEdit(origin), marks)
      console.log(`PgBouncer, ${name}: ${describeVisibility(seen)}`)
      expect(seen.max).toBeLessThan(2000)
      const load = await createLoad(origin, ledger, 1_000_000 * number)
      const report = await load.during(() => (isFull ? rollingRestart(fleet) : sleep(4000)))
      console.log(`PgBouncer, ${name}: ${describeLoad(report)}`)
      expect(report.reads.failures).toEqual([])
      expect(report.failedWrites).toEqual([])
    }
    expect(await ledger.check(db, baseline)).toEqual([])
  } finally {
    await db.destroy()
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

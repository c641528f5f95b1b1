import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Scenario } from './checks.ts'
import { checkFile, createLedger } from './ledger.ts'
import { signInOwner } from './owner.ts'
import { startSiteUnderTest } from './site.ts'
import { createWriters } from './writers.ts'

/** In milliseconds. */
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'

/** Moves the site's clock forward and back by hours and days, while it runs and between two starts. */
export async function shiftTheClock({ folder, dataDir, databaseUrl, checks: { expectTrue } }: Scenario): Promise<void> {
  const clockFile = path.join(folder, 'clock')
  const set = async (shift: number) => {
    writeFileSync(`${clockFile}.new`, String(shift))
    renameSync(`${clockFile}.new`, clockFile)
    // Until every process has read the new time.
    await sleep(300)
  }
  await set(0)
  const preload = pathToFileURL(path.resolve('test/faults/shifted-clock.ts')).href
  const site = await startSiteUnderTest({
    dataDir,
    databaseUrl,
    env: { CLOCK_FILE: clockFile, NODE_OPTIONS: `--import=${preload}` },
  })
  const db = connect({ dataDir, databaseUrl })
  const ledger = createLedger()
  try {
    const writers = await createWriters(site, ledger)
    const owner = await signInOwner(site.origin)
    const publishedAt = new Date(Date.now() + 2 * HOUR).toISOString()
    const scheduled = { title: 'A post of tomorrow', slug: 'a-post-of-tomorrow', content: text, publishedAt }
    const made = await owner.request('/api/posts', { json: { ...scheduled, coverImage: '/media/none/640.jpg' } })
    expectTrue('a post is scheduled for two hours from now', made.status === 201)

    /** Repeated until every process has responded. */
    async function countShown(): Promise<number> {
      let shown = 0
      for (let i = 0; i < 12; i++) {
        const close = { headers: { connection: 'close' } }
        const list = await (await fetch(`${site.origin}/blog`, close)).text()
        const page = await fetch(`${site.origin}/blog/${scheduled.slug}`, close)
        if (list.includes(scheduled.title) && page.status === 200) shown += 1
        else if (list.includes(scheduled.title) || page.status === 200) return Number.NaN
      }
      return shown
    }
    const isIn = async () => (await owner.request('/api/auth/user')).status === 200

    expectTrue('it is hidden', (await countShown()) === 0)
    await set(3 * HOUR)
    expectTrue('with the clock three hours ahead everybody does', (await countShown()) === 12)
    expectTrue('and the owner is still signed in', await isIn())
    await set(0)
    expectTrue(
      'with the clock moved back it is hidden again, also in every process’s cache',
      (await countShown()) === 0,
    )
    await set(-3 * DAY)
    expectTrue('nor with the clock three days behind', (await countShown()) === 0)
    expectTrue('and the owner is still signed in', await isIn())

    const baseline = await ledger.sums(db)
    const writing = writers.write()
    for (const shift of [5 * DAY, 0, -2 * DAY, 12 * HOUR, -12 * HOUR, 5 * DAY, 0]) {
      await set(shift)
      await sleep(500)
    }
    await writing.stop()
    await writers.repeatUnacknowledged()
    const during = await ledger.check(db, baseline)
    expectTrue(
      `${ledger.counts().acknowledged} writes during seven jumps: ${during.join('; ') || 'all there'}`,
      during.length === 0,
    )

    await set(5 * DAY)
    await owner.request('/api/backups', { method: 'POST', json: {} })
    await site.kill()
    await db
      .updateTable('jobs')
      .set({ lease_owner: 'killed', lease_until: new Date(Date.now() + 5 * DAY).toISOString() })
      .where('name', '=', 'backup')
      .execute()
    await set(0)
    await site.start()
    const held = await db.selectFrom('jobs').selectAll().where('name', '=', 'backup').executeTakeFirstOrThrow()
    expectTrue(
      'a job that was held when the site was killed five days ahead is free at the next start',
      held.lease_until === null || held.lease_owner !== 'killed',
    )
    await owner.request('/api/backups', { method: 'POST', json: {} })
    const list = async () =>
      (await (await owner.request('/api/backups')).json()) as { backups: unknown[]; running: unknown }
    for (let i = 0; i < 300 && ((await list()).running !== null || (await list()).backups.length === 0); i++)
      await sleep(200)
    expectTrue('and runs when it is asked for', (await list()).backups.length > 0)

    for (const shift of [-3 * DAY, 4 * DAY, 0]) {
      await site.stop()
      await set(shift)
      await site.start()
      const what = `started with the clock ${shift / DAY} days ahead`
      expectTrue(`${what}, a write passes`, (await writers.writeContact()).status === 201)
      const wrong = [...(await ledger.check(db, baseline)), ...(await checkFile({ dataDir, databaseUrl }))]
      expectTrue(`${what}, ${wrong.join('; ') || 'all is there'}`, wrong.length === 0)
      expectTrue(`${what}, the owner is still signed in`, await isIn())
    }
    // Clean-up and warming image variants are due at each start.
    await sleep(2000)
    const now = Date.now()
    const rows = await db.selectFrom('jobs').selectAll().execute()
    const late = rows.filter(({ next_at }) => Date.parse(next_at) > now + DAY + HOUR)
    expectTrue(
      `no job waits for longer than a day: ${late.map(({ name }) => name).join(', ') || 'none'}`,
      late.length === 0,
    )
    const stuck = rows.filter(({ lease_until }) => lease_until !== null && Date.parse(lease_until) > now + HOUR)
    expectTrue(`no lease is of another time: ${stuck.map(({ name }) => name).join(', ') || 'none'}`, stuck.length === 0)
    expectTrue('the scheduled post is still to come', (await countShown()) === 0)
  } finally {
    await db.destroy()
    await site.stop()
  }
}

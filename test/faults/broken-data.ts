import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Scenario } from './checks.ts'
import { checkFile, createLedger } from './ledger.ts'
import { signInOwner } from './owner.ts'
import { findUnprivilegedUser } from './scratch-folder.ts'
import { createSiteUnderTest, startSiteUnderTest } from './site.ts'
import { createWriters } from './writers.ts'

type Ready = { status: string; problems?: { kind: string; sentence: string }[] }

/** Removes write permission, corrupts the database and deletes images, on the real files of the running site. */
export async function breakTheData(scenario: Scenario): Promise<void> {
  if (scenario.databaseUrl) throw new Error('What is broken here are files: run it without --postgres.')
  await loseImages(scenario)
  await forbidWriting(scenario)
  await damageTheDatabase(scenario)
}

async function loseImages({ dataDir, checks: { expectTrue } }: Scenario): Promise<void> {
  const site = await startSiteUnderTest({ dataDir, databaseUrl: undefined, isHeard: true })
  try {
    const owner = await signInOwner(site.origin)
    const home = await (await fetch(site.origin)).text()
    const address = /\/media\/([\da-f]{24})\/[^"\s,]+/.exec(home)!
    rmSync(path.join(dataDir, 'media', address[1]!), { recursive: true })
    expectTrue('a page with a lost image is answered', (await fetch(site.origin)).status === 200)
    // It may still be cached in memory.
    const fresh = `/media/${address[1]}/320.jpg`
    const answer = await fetch(site.origin + fresh)
    expectTrue(`the lost image itself is ${answer.status}`, answer.status === 404)
    const problems = (await (await owner.request('/api/problems')).json()) as { kind: string; sentence: string }[]
    const named = problems.find(({ kind }) => kind === 'missing-images')
    expectTrue(`the owner is told: ${named?.sentence}`, named !== undefined)
    expectTrue('the site counts as ready', (await fetch(`${site.origin}/readyz`)).status === 200)
  } finally {
    await site.stop()
  }
}

async function forbidWriting({ dataDir, checks: { expectTrue } }: Scenario): Promise<void> {
  const user = findUnprivilegedUser()
  const own = (who: string, mode: string) => {
    if (user) execFileSync('chown', ['-R', who, dataDir])
    execFileSync('chmod', ['-R', mode, dataDir])
  }
  const [unprivileged, root] = user ? [`${user.uid}:${user.gid}`, '0:0'] : ['', '']
  execFileSync('chmod', ['a+rx', path.dirname(dataDir)])
  own(unprivileged, 'u+rwX,go+rX')
  const site = await createSiteUnderTest({ dataDir, databaseUrl: undefined, user, isHeard: true })
  try {
    await site.start()
    const ledger = createLedger()
    const writers = await createWriters(site, ledger)
    const { cookie } = await signInOwner(site.origin)
    const request = (address: string) => fetch(site.origin + address)
    expectTrue('as an unprivileged user the site runs and writes', (await writers.writeContact()).status === 201)
    own(root, 'a-w')
    expectTrue('with the right to write gone a page from memory is answered', (await request('/blog')).status === 200)
    expectTrue('and one that is rendered', (await request('/search?q=cream')).status === 200)
    const form = new FormData()
    form.append('image', new File([readFileSync('docs/home.jpg')], 'home.jpg', { type: 'image/jpeg' }))
    const refused = await fetch(`${site.origin}/api/images`, { method: 'POST', body: form, headers: { cookie } })
    const sentence = await refused.text()
    expectTrue(
      `an upload is refused with a sentence: ${refused.status} ${sentence}`,
      refused.status === 503 && sentence.includes('cannot be written to'),
    )
    const named = await askUntil(site.origin, 'read-only')
    expectTrue(`/readyz names it: ${named}`, named !== undefined)
    expectTrue('so does the log', site.said().includes('cannot be written to'))
    // The database was already open, so it must keep every write that it accepts.
    const late = await writers.writeContact()
    expectTrue(`a message is kept or refused with a sentence: ${late.status}`, [201, 503].includes(late.status))
    await site.kill()
    await site.start()
    expectTrue('after a start in that folder pages are answered', (await request('/blog')).status === 200)
    const stillNamed = await askUntil(site.origin, 'read-only')
    expectTrue(`and /readyz names it: ${stillNamed}`, stillNamed !== undefined)
    await site.kill()
    own(unprivileged, 'u+w')
    await site.start()
    expectTrue('with the right back a write passes', (await writers.writeContact()).status === 201)
    const db = connect({ dataDir, databaseUrl: undefined })
    const baseline = await ledger.sums(db)
    const wrong = [...(await ledger.check(db, baseline)), ...(await checkFile({ dataDir, databaseUrl: undefined }))]
    await db.destroy()
    expectTrue(`what was acknowledged is there: ${wrong.join('; ') || 'all'}`, wrong.length === 0)
  } catch (error) {
    expectTrue(
      `the site bears a folder that cannot be written to: ${error instanceof Error ? error.message : error}`,
      false,
    )
  } finally {
    await site.stop()
    own(root, 'u+rwX')
  }
}

async function damageTheDatabase({ folder, dataDir, checks: { expectTrue } }: Scenario): Promise<void> {
  const file = path.join(dataDir, 'dewlight.db')
  const whole = path.join(folder, 'whole')
  mkdirSync(whole)
  const copy = (from: string, to: string) => {
    for (const name of readdirSync(to)) if (name.startsWith('dewlight.db')) rmSync(path.join(to, name))
    for (const name of readdirSync(from))
      if (name.startsWith('dewlight.db')) copyFileSync(path.join(from, name), path.join(to, name))
  }
  copy(dataDir, whole)
  const site = await createSiteUnderTest({ dataDir, databaseUrl: undefined, isHeard: true })
  try {
    // The end of the file: tables and indexes of the newest rows.
    const db = connect({ dataDir, databaseUrl: undefined })
    const damaged = [...(await pagesOf(db, 'contacts')), ...(await pagesOf(db, 'products'))]
    await db.destroy()
    for (const number of damaged) overwrite(file, (number - 1) * 4096, 4096)
    await site.start()
    const writers = await createWriters(site, createLedger())
    const read = await fetch(`${site.origin}/blog`)
    expectTrue(`with two tables damaged the others are readable: ${read.status}`, read.status === 200)
    const requestId = 'a-page-of-damaged-rows'
    const shop = await fetch(`${site.origin}/shop`, { headers: { 'x-request-id': requestId } })
    expectTrue(`a page of a damaged table fails: ${shop.status}`, shop.status === 500)
    expectTrue('the log has it with the id of the request', site.said().includes(requestId))
    const told = await askUntil(site.origin, 'damaged')
    expectTrue(`and /readyz names it: ${told}`, told !== undefined)
    const refused = await writers.writeContact()
    expectTrue(
      `a write into the damage is refused with a sentence: ${refused.status} ${refused.message}`,
      refused.status === 503 && refused.message.includes('damaged'),
    )
    const ready = await askUntil(site.origin, 'damaged')
    expectTrue(`/readyz names it: ${ready}`, ready !== undefined)
    expectTrue('so does the log', site.said().includes('The database is damaged'))
    await site.stop()

    overwrite(file, 0, statSync(file).size)
    if (existsSync(`${file}-wal`)) rmSync(`${file}-wal`)
    const ended = await site.start().then(
      () => undefined,
      (error: Error) => error.message,
    )
    expectTrue(
      `a file of another format ends the start with a sentence: ${ended}`,
      /damaged/.test(ended ?? '') && !/ at /.test(ended ?? ''),
    )
    await site.stop()

    copy(whole, dataDir)
    await site.start()
    expectTrue('with the file brought back all is well', (await fetch(`${site.origin}/readyz`)).status === 200)
  } finally {
    await site.stop()
  }
}

/** The pages that belong only to the B-tree of a table. */
async function pagesOf(db: ReturnType<typeof connect>, table: string): Promise<number[]> {
  const row = await db
    .selectFrom('sqlite_master' as never)
    .select('rootpage' as never)
    .where('name' as never, '=', table as never)
    .executeTakeFirstOrThrow()
  return [(row as { rootpage: number }).rootpage]
}

function overwrite(file: string, from: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, from)
  closeSync(handle)
}

async function askUntil(origin: string, kind: string): Promise<string | undefined> {
  // Health is cached for some seconds, separately in each process.
  for (let i = 0; i < 40; i++) {
    const ready = (await (await fetch(`${origin}/readyz`, { headers: { connection: 'close' } })).json()) as Ready
    const named = ready.problems?.find((problem) => problem.kind === kind)
    if (named) return named.sentence
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return undefined
}

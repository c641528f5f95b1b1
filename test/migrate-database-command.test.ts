import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { seedLarge } from '../demo/seed/seed-large.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { lockFolder } from '../src/server/platform/db/folder-lock.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { findMove, saveMove } from '../src/server/platform/db/move-state.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'
import { bothDatabases, type Place } from './both-databases.ts'
import { countRows } from './count-rows.ts'
import { makePost } from './factories.ts'

const places = bothDatabases()

/** Runs the command; `onOutput` is called with everything that it has printed so far. */
function run(
  { databaseUrl, dataDir }: Place,
  args: string[],
  onOutput: (output: string, child: ChildProcess) => void = () => {},
  variables: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...variables }
  const child = spawn(process.execPath, ['src/cli.ts', 'migrate-database', ...args], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(output, child)
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

async function inDatabase<T>(place: Place, use: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const db = connect(place)
  return use(db).finally(() => db.destroy())
}

/** The server of the tests trusts everyone, so any password is right. */
function withPassword({ databaseUrl }: Place): string {
  const url = new URL(databaseUrl!)
  url.password = 'top-secret'
  return url.href
}

async function seeded(): Promise<Place> {
  const place = places.sqlite()
  await inDatabase(place, async (db) => {
    await migrateToLatest(db)
    const media = createFolderStorage(`${place.dataDir}/media`)
    await seedLarge(db, { media, today: new Date(), demoDir: 'demo', scale: 0.002, onStep: () => {} })
  })
  return place
}

test('killed in the middle and run again, the command moves the site, without a password in what it prints', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const [here, there] = [await seeded(), await places.postgres()]
  const to = withPassword(there)
  const before = await inDatabase(here, countRows)
  for (const point of ['posts:', 'link_clicks:', 'Writes are rejected']) {
    const { code } = await run(here, ['--to', to], (output, child) => {
      if (output.includes(point)) child.kill('SIGKILL')
    })
    expect(code, point).toBeNull()
    await inDatabase(here, async (db) =>
      expect((await db.selectFrom('posts').select('id').execute()).length).toBeGreaterThan(0),
    )
  }
  const { code, output } = await run(here, ['--to', to])
  expect(output).toContain('DATABASE_URL=')
  expect(output).not.toContain('top-secret')
  expect(output).not.toContain('DIFFERENT')
  expect(output).toMatch(/link_clicks\s+10,000\s+10,000\s+([\da-f]{16})\s+\1\s+equal/)
  expect(code).toBe(0)
  expect(await inDatabase(there, countRows)).toEqual(before)

  const again = await run(here, ['--to', to])
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('has been moved to')])
  await expect(inDatabase(here, (db) => makePost(db))).rejects.toThrow('The site has moved to another database')
  expect((await run(here, ['--undo'])).output).toContain('takes writes in')
  expect(await inDatabase(here, (db) => makePost(db))).toBeGreaterThan(0)
})

test('SIGTERM ends the move, and the site goes on writing', { timeout: 60_000 }, async () => {
  const [here, there] = [await seeded(), await places.postgres()]
  const { code, output } = await run(here, ['--to', withPassword(there)], (printed, child) => {
    // Each line: a second signal does not cut the release of the writes short. After the last one the process ends anyway.
    if (printed.includes('posts:') && !printed.includes('Stopped:')) child.kill('SIGTERM')
  })
  expect([code, output]).toEqual([1, expect.stringContaining('Stopped: the site goes on with its database.')])
  expect(await inDatabase(here, (db) => makePost(db))).toBeGreaterThan(0)
})

test('while a database is moved, no second move of it and no end of the move is accepted', {
  tags: ['full'],
  timeout: 60_000,
}, async () => {
  const [here, there, elsewhere] = [await seeded(), await places.postgres(), places.sqlite()]
  let first: ChildProcess | undefined
  const { promise: isPaused, resolve: onPause } = Promise.withResolvers<void>()
  const moving = run(here, ['--to', withPassword(there)], (output, child) => {
    if (first || !output.includes('Writes are rejected')) return
    first = child
    child.kill('SIGSTOP')
    onPause()
  })
  await isPaused
  for (const to of [withPassword(there), `sqlite:${elsewhere.dataDir}`]) {
    const { code, output } = await run(here, ['--to', to])
    expect([code, output]).toEqual([1, expect.stringContaining('is being moved by another process')])
  }
  const reverse = await run(elsewhere, ['--to', withPassword(there), '--replace'])
  expect([reverse.code, reverse.output]).toEqual([1, expect.stringContaining('is being moved by another process')])
  const undo = await run(here, ['--undo'])
  expect([undo.code, undo.output]).toEqual([1, expect.stringContaining('is being moved by another process')])
  first!.kill('SIGCONT')
  expect((await moving).code).toBe(0)
  await expect(inDatabase(here, (db) => makePost(db))).rejects.toThrow('The site has moved to another database')
})

test('a folder that a server uses is not overwritten', { tags: ['full'], timeout: 60_000 }, async () => {
  const [here, there] = [await seeded(), await seeded()]
  const lock = await lockFolder(there.dataDir)
  const { code, output } = await run(here, ['--to', `sqlite:${there.dataDir}`, '--replace'])
  lock!.release()
  expect([code, output]).toEqual([1, expect.stringContaining('A server uses')])
  expect(await inDatabase(here, (db) => makePost(db))).toBeGreaterThan(0)
})

test('in the installed package its sentences name the commands of the package', { timeout: 60_000 }, async () => {
  const [here, there] = [await seeded(), places.sqlite()]
  const { code, output } = await run(here, ['--to', `sqlite:${there.dataDir}`], () => {}, {
    DEWLIGHT_COMMAND: 'dewlight',
  })
  expect([code, output]).toEqual([0, expect.stringContaining(`DATA_DIR='${there.dataDir}' dewlight start`)])
  expect(output).toContain('dewlight migrate-database --undo ends that')
  expect(output).not.toContain('npm ')
})

test.each([0, 1])(
  'a move that is killed between its statements (%j) stays marked in its database',
  async (statements) => {
    const place = places.sqlite()
    await inDatabase(place, async (db) => {
      await migrateToLatest(db)
      const state = {
        role: 'target',
        other: 'x',
        foreignKeys: [{ table: 'posts', name: 'n', definition: 'd' }],
      } as const
      await saveMove(db, { ...state, foreignKeys: [...state.foreignKeys] })
      let count = 0
      const failing = db.withPlugin({
        transformQuery({ node }) {
          if (
            node.kind === 'RawNode' &&
            /^(?:insert|delete|update)/.test(node.sqlFragments[0] ?? '') &&
            count++ === statements
          )
            throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await saveMove(failing, { role: 'target', other: 'y', foreignKeys: [] }).catch(() => {})
      expect(await findMove(db)).toMatchObject({ role: 'target' })
    })
  },
)

test.each([
  [[], 'Where to? Add --to postgres://user:password@host/name or --to sqlite:./folder.'],
  [['--to', 'mysql://user:top-secret@host/name'], 'DATABASE_URL must be an address such as postgres://'],
  [['--from', 'x:top-secret'], 'An argument is not known. There are --to, --replace and --undo.'],
])('%j is refused with a sentence', { timeout: 30_000 }, async (args, sentence) => {
  const { code, output } = await run(places.sqlite(), args)
  expect(output).toContain(sentence)
  expect(output).not.toContain('top-secret')
  expect(code).toBe(1)
})

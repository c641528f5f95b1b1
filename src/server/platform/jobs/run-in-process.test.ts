import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLocalExclusive } from '../mutex.ts'
import { OutOfMemory, type ProcessOptions, runInProcess } from './run-in-process.ts'

const own = path.resolve(import.meta.dirname, 'run-in-process.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dewlight-process-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module whose job has this body. */
function jobOf(name: string, body: string): string {
  const file = path.join(folder, `${name}.mts`)
  const lines = [
    `import { runAsProcess } from ${JSON.stringify(own)}`,
    `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'`,
    `import { getPriority } from 'node:os'`,
    `await runAsProcess(async (data, { signal, exclusive, reportProgress }) => { ${body} })`,
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

const options = (more: Partial<ProcessOptions> = {}): ProcessOptions => ({
  signal: new AbortController().signal,
  exclusive: createLocalExclusive(),
  reportProgress: () => {},
  ...more,
})
/** The cores that a thread may use, like `0-3`. */
const coresIn = (status: string) => /^Cpus_allowed_list:\s*(\S+)/m.exec(status)![1]!
const contentOf = (file: string) => readFileSync(file, 'utf8')
const waits = 'for (;;) { await new Promise((resolve) => setTimeout(resolve, 10)); signal.throwIfAborted() }'

describe('a job in a process', () => {
  it('gets its data, reports its progress, and all of its threads have a lower priority', async () => {
    const result = path.join(folder, 'result')
    const priorities = `process.platform === 'linux' ? readdirSync('/proc/self/task').map((id) => getPriority(Number(id))) : [getPriority()]`
    const file = jobOf(
      'writes',
      `reportProgress({ done: 1 }); const all = new Set(${priorities}); writeFileSync(data.result, data.text + [...all])`,
    )
    const reported: unknown[] = []
    await runInProcess(file, { result, text: 'done ' }, options({ reportProgress: (each) => reported.push(each) }))
    expect(contentOf(result)).toBe(`done ${constants.priority.PRIORITY_BELOW_NORMAL}`)
    expect(reported).toEqual([{ done: 1 }])
  })

  it.runIf(process.platform === 'linux')(
    'leaves a core to the site, and decodes images only on an idle one',
    async () => {
      const result = path.join(folder, 'scheduling')
      const read = `readdirSync('/proc/self/task').map((id) => ['comm', 'stat', 'status'].map((file) => readFileSync('/proc/self/task/' + id + '/' + file, 'utf8')))`
      const file = jobOf('scheduled', `writeFileSync(data.result, JSON.stringify(${read}))`)
      await runInProcess(file, { result }, options())
      const threads = (JSON.parse(contentOf(result)) as [string, string, string][]).map(([name, stat, status]) => ({
        name: name.trim(),
        // Field 41 of proc(5); the name, in parentheses, may contain spaces.
        policy: stat.split(') ').at(-1)!.split(' ')[38]!,
        cores: coresIn(status),
      }))
      const pool = threads.filter(({ name }) => name === 'libuv-worker')
      expect(pool.length).toBeGreaterThan(1)
      const SCHED_IDLE = '5'
      for (const thread of threads) expect(thread.policy === SCHED_IDLE).toBe(pool.includes(thread))
      const cores = coresIn(readFileSync('/proc/self/status', 'utf8'))
      const first = new RegExp(`^${Number.parseInt(cores, 10)}\\b`)
      if (/\D/.test(cores)) for (const thread of threads) expect(thread.cores).not.toMatch(first)
    },
  )

  it('rejects with the error of the job, and with one if it ends in the middle', async () => {
    const fails = jobOf('fails', `throw Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL' })`)
    const exits = jobOf('exits', 'process.exit(3)')
    await Promise.all([
      expect(runInProcess(fails, {}, options())).rejects.toMatchObject({
        message: 'disk is full',
        code: 'SQLITE_FULL',
      }),
      expect(runInProcess(exits, {}, options())).rejects.toThrow('ended with 3'),
    ])
  })

  it('passes the signal on, and ignores those of the terminal', async () => {
    const started = Promise.withResolvers<void>()
    const stopping = new AbortController()
    const file = jobOf('waits', `process.kill(process.pid, 'SIGTERM'); reportProgress(1); ${waits}`)
    const running = runInProcess(
      file,
      {},
      options({ signal: stopping.signal, reportProgress: () => started.resolve() }),
    )
    await started.promise
    stopping.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('takes the locks of the site, which are released when it is killed', async () => {
    const exclusive = createLocalExclusive()
    const events: string[] = []
    const file = jobOf(
      'locks',
      `await exclusive('decode', async () => {}); await exclusive('decode', async () => { reportProgress('holds'); process.kill(process.pid, 'SIGKILL'); ${waits} })`,
    )
    const { promise: held, resolve: unlock } = Promise.withResolvers<void>()
    const first = exclusive('decode', () => held.then(() => events.push('site')))
    const reportProgress = (progress: unknown) => void events.push(String(progress))
    const running = runInProcess(file, {}, options({ exclusive, reportProgress }))
    unlock()
    await first
    await expect(running).rejects.toThrow('ended with SIGKILL')
    await exclusive('decode', async () => events.push('site again'))
    expect(events).toEqual(['site', 'holds', 'site again'])
  })

  it('fails alone when it needs too much memory', async () => {
    const file = jobOf('grows', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })))')
    await expect(runInProcess(file, {}, options({ heapMaxMb: 24 }))).rejects.toBeInstanceOf(OutOfMemory)
  })

  it('is killed when its event loop stands still', async () => {
    const file = jobOf('hangs', 'for (;;) {}')
    await expect(runInProcess(file, {}, options({ silentBeatsMax: 1 }))).rejects.toThrow('did not respond')
  })

  it('ends with the site', async () => {
    const result = path.join(folder, 'pid')
    const job = jobOf('orphan', `writeFileSync(data.result, String(process.pid)); ${waits}`)
    const site = path.join(folder, 'site.mts')
    writeFileSync(
      site,
      `import { runInProcess } from ${JSON.stringify(own)}
      await runInProcess(${JSON.stringify(job)}, { result: ${JSON.stringify(result)} }, { signal: new AbortController().signal, exclusive: (_, act) => act(), reportProgress() {} })`,
    )
    const child = spawn(process.execPath, [site])
    await vi.waitFor(() => expect(contentOf(result)).not.toBe(''), 5000)
    const pid = Number(contentOf(result))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 5000)
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInThread } from './run-in-thread.ts'

const own = path.resolve(import.meta.dirname, 'run-in-thread.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dewlight-thread-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module of a thread whose job has this body. */
function threadOf(name: string, body: string): string {
  const file = path.join(folder, `${name}.mts`)
  const lines = [
    `import { runAsThread } from ${JSON.stringify(own)}`,
    `import { writeFileSync } from 'node:fs'`,
    `await runAsThread(async (data, signal) => { ${body} })`,
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

const unstopped = () => new AbortController().signal

describe('a job in a thread', () => {
  it('gets its data and ends', async () => {
    const result = path.join(folder, 'result')
    const file = threadOf('writes', 'writeFileSync(data.result, data.text)')
    await runInThread(file, { result, text: 'done' }, unstopped())
    expect(readFileSync(result, 'utf8')).toBe('done')
  })

  it('rejects with the error of the job', async () => {
    const file = threadOf('fails', `throw Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL' })`)
    await expect(runInThread(file, {}, unstopped())).rejects.toMatchObject({
      message: 'disk is full',
      code: 'SQLITE_FULL',
    })
  })

  it('passes the signal on', async () => {
    const stopping = new AbortController()
    const file = threadOf(
      'waits',
      'for (;;) { await new Promise((resolve) => setTimeout(resolve, 10)); signal.throwIfAborted() }',
    )
    const running = runInThread(file, {}, stopping.signal)
    setTimeout(() => stopping.abort(), 200)
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is not started for a signal that was aborted', async () => {
    const result = path.join(folder, 'never')
    const file = threadOf('never-runs', 'writeFileSync(data.result, "ran")')
    await expect(runInThread(file, { result }, AbortSignal.abort())).rejects.toThrow()
    expect(existsSync(result)).toBe(false)
  })

  it('fails alone when it needs too much memory', async () => {
    const file = threadOf('grows', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })))')
    await expect(runInThread(file, {}, unstopped())).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  })

  it('is terminated when its event loop stands still, and not while it only waits', async () => {
    const hanging = threadOf('hangs', 'for (;;) {}')
    const waiting = threadOf('waits-long', 'await new Promise((resolve) => setTimeout(resolve, 3500))')
    await Promise.all([
      expect(runInThread(hanging, {}, unstopped(), { silentBeatsMax: 2 })).rejects.toThrow('did not respond'),
      runInThread(waiting, {}, unstopped(), { silentBeatsMax: 2 }),
    ])
  })

  it('rejects when the thread ends in the middle', async () => {
    const file = threadOf('exits', 'process.exit(3)')
    await expect(runInThread(file, {}, unstopped())).rejects.toThrow('ended with 3')
  })
})

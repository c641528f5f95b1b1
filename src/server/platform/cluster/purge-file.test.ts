import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchPurgeFile, writePurgeFile } from './purge-file.ts'

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-purge-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

function watch(dataDir: string) {
  const purged: string[] = []
  const errors: unknown[] = []
  const watching = watchPurgeFile(dataDir, (error) => errors.push(error), 5)
  watching.listen(({ tag }) => purged.push(tag))
  onTestFinished(watching.close)
  return { purged, errors }
}

test('each request purges everything once, and one from before the start nothing', async () => {
  const dataDir = folder()
  await writePurgeFile(dataDir)
  const { purged, errors } = watch(dataDir)
  for (const expected of [[''], ['', '']]) {
    await writePurgeFile(dataDir)
    await vi.waitFor(() => expect(purged).toEqual(expected), 3000)
  }
  expect(errors).toEqual([])
})

test('the first request of a data folder purges, too', async () => {
  const dataDir = folder()
  const { purged } = watch(dataDir)
  await writePurgeFile(dataDir)
  await vi.waitFor(() => expect(purged).toEqual(['']), 3000)
})

test('a file that cannot be read is reported once', async () => {
  const dataDir = folder()
  const file = path.join(dataDir, 'purge-request')
  mkdirSync(file)
  const { purged, errors } = watch(dataDir)
  expect(errors).toHaveLength(1)
  expect(purged).toEqual([])
  rmSync(file, { recursive: true })
  await writePurgeFile(dataDir)
  await vi.waitFor(() => expect(purged).toEqual(['']), 10_000)
  expect(errors).toHaveLength(1)
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderStorage } from './folder-storage.ts'

function mediaFolder(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'dewlight-storage-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return path.join(parent, 'media')
}

test('a folder that cannot be read is an error, not an empty folder, so that no backup is made without images', async () => {
  const folder = mediaFolder()
  const storage = createFolderStorage(folder)
  rmSync(folder, { recursive: true })
  // A link to itself cannot be read, not even by root.
  symlinkSync(folder, folder)
  await expect(storage.listSources()).rejects.toThrow('ELOOP')
  await expect(storage.hasSource('abc')).rejects.toThrow('ELOOP')
  await expect(storage.missingSources(['abc'])).rejects.toThrow('ELOOP')
  await expect(storage.removeUnfinished(new Date())).rejects.toThrow('ELOOP')
})

test('missing folders, stray files and an image without its source are tolerated', async () => {
  const folder = mediaFolder()
  const storage = createFolderStorage(folder)
  mkdirSync(path.join(folder, 'without-source'))
  writeFileSync(path.join(folder, 'stray'), '')
  expect(await storage.listSources()).toEqual([])
  expect(await storage.hasSource('stray')).toBe(false)
  await storage.removeUnfinished(new Date())
  rmSync(folder, { recursive: true })
  expect(await storage.listSources()).toEqual([])
  expect(await storage.missingSources(['abc'])).toEqual(['abc'])
})

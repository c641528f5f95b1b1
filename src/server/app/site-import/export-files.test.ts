import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeZip } from '../../../../test/reports/write-zip.ts'
import type { ExportFile } from './export-file.ts'
import { openExport } from './export-files.ts'

const wxr = '<rss xmlns:wp="http://wordpress.org/export/1.2/"></rss>'

async function folderOf(files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-files-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

async function opened(...paths: string[]) {
  const files = await openExport(paths)
  onTestFinished(files.close)
  return files
}

const textOf = async ({ open }: ExportFile) => Buffer.concat(await Array.fromAsync(open())).toString()

test('a folder, and the same as a ZIP file with or without a name, hold the same texts and pictures', async () => {
  const packed = writeZip([
    { name: 'old-site/2-export.xml', data: wxr },
    { name: 'old-site/10-export.xml', data: wxr },
    { name: 'old-site/uploads/2019/05/jar.jpg', data: 'a picture' },
    { name: '__MACOSX/old-site/._10-export.xml', data: 'x' },
    { name: 'old-site/.DS_Store', data: 'x' },
  ])
  const folder = await folderOf({
    'plain/2-export.xml': wxr,
    'plain/10-export.xml': wxr,
    'plain/uploads/2019/05/jar.jpg': 'a picture',
    'plain/.git/x.xml': 'x',
    'packed/site.zip': packed,
    upload: packed,
  })
  for (const each of ['plain', 'packed', 'packed/site.zip', 'upload']) {
    const { documents, pictures } = await opened(path.join(folder, each))
    expect(documents.map(({ name }) => name.split('/').at(-1))).toEqual(['2-export.xml', '10-export.xml'])
    expect(await textOf(documents[0]!)).toBe(wxr)
    expect([...pictures.keys()]).toEqual(['2019/05/jar.jpg'])
    expect(await textOf(pictures.get('2019/05/jar.jpg')!)).toBe('a picture')
  }
})

test('texts and pictures may be in several places', async () => {
  const folder = await folderOf({
    'export.xml': wxr,
    'uploads.zip': writeZip([{ name: 'uploads/jar.jpg', data: 'x' }]),
  })
  const { documents, pictures } = await opened(path.join(folder, 'export.xml'), path.join(folder, 'uploads.zip'))
  expect([documents.length, pictures.size]).toEqual([1, 1])
})

test('entries of a ZIP file that lead out of it are left out, and nothing is written', async () => {
  const entries = ['../../escaped.xml', '/etc/escaped.xml', 'C:/escaped.xml', '..\\escaped.xml', 'export.xml']
  const folder = await folderOf({ 'site.zip': writeZip(entries.map((name) => ({ name, data: wxr }))) })
  const { documents } = await opened(path.join(folder, 'site.zip'))
  expect(documents.map(({ name }) => name)).toEqual(['export.xml'])
  expect(await readdir(folder)).toEqual(['site.zip'])
})

test.each([
  ['a bomb', writeZip([{ name: 'a.xml', data: Buffer.alloc(30_000_000) }]), 'unpacks to far more than its own size'],
  ['cut off', writeZip([{ name: 'a.xml', data: wxr }]).subarray(0, 60), 'The ZIP file is damaged and cannot be read.'],
  ['empty', writeZip([]), 'There is no export in'],
  ['around another', writeZip([{ name: 'ghost.zip', data: writeZip([]) }]), 'Unpack it, and choose “ghost.zip”.'],
])('a ZIP file that is %s is refused with a sentence', async (_, data, message) => {
  const folder = await folderOf({ 'site.zip': data })
  await expect(openExport([path.join(folder, 'site.zip')])).rejects.toThrow(message)
})

test('a path that does not exist is named', async () => {
  await expect(openExport(['/nowhere/export.zip'])).rejects.toThrow('“/nowhere/export.zip” cannot be read (ENOENT).')
})

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDemoData } from '../browser/isolated-site.ts'

const origin = 'https://copy.example.org'
const dir = mkdtempSync(path.join(tmpdir(), 'dewlight-static-'))
const folder = path.join(dir, 'site')

beforeAll(async () => {
  const dataDir = path.join(dir, 'data')
  copyDemoData(dataDir)
  const args = ['dist/server/cli.js', 'export', 'static', folder, '--address', origin]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
}, 120_000)

afterAll(() => rmSync(dir, { recursive: true, force: true }))

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const listFiles = (ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending))

type Found = { file: string; element: string; address: string }

/** All addresses of the pages and style sheets. */
function listAddresses(): Found[] {
  const found: Found[] = []
  for (const file of listFiles('.html')) {
    const visit = (
      node: ReturnType<typeof parseDocument> | { children?: unknown; attribs?: unknown; name?: string },
    ) => {
      const { attribs = {}, name = '' } = node as { attribs?: Record<string, string>; name?: string }
      for (const [attribute, value] of Object.entries(attribs)) {
        if (/^(?:href|src|poster|action|xlink:href)$/.test(attribute))
          found.push({ file, element: name, address: value })
        if (/srcset$/i.test(attribute))
          for (const candidate of value.split(/,\s+/))
            found.push({ file, element: name, address: candidate.split(' ')[0]! })
      }
      if (name === 'meta' && /image$/.test(attribs.property ?? attribs.name ?? ''))
        found.push({ file, element: name, address: attribs.content! })
      for (const child of (node as { children?: object[] }).children ?? []) visit(child)
    }
    visit(parseDocument(read(file)))
  }
  for (const file of listFiles('.css'))
    for (const [, address] of read(file).matchAll(/url\(["']?([^"')]+)/g))
      if (!address!.startsWith('data:')) found.push({ file, element: 'css', address: address! })
  return found
}

/** Whether a server of files has it: a folder is its index. */
function isServed(pathname: string): boolean {
  const target = path.join(folder, decodeURIComponent(pathname))
  if (!existsSync(target)) return false
  return statSync(target).isDirectory() ? pathname.endsWith('/') && existsSync(path.join(target, 'index.html')) : true
}

test('every link, picture, style and font of the copy is in it or leads to another site', { tags: ['full'] }, () => {
  const addresses = listAddresses()
  expect(addresses.length).toBeGreaterThan(5000)
  const broken = addresses.filter(({ file, address }) => {
    if (/^(?:mailto:|tel:|data:|#)/.test(address)) return false
    const url = new URL(address, `${origin}/${file.split(path.sep).map(encodeURIComponent).join('/')}`)
    return url.origin === origin && !isServed(url.pathname) && !isServed(`${url.pathname}/`)
  })
  expect(broken).toEqual([])
  // At the root of a domain or in a folder of it; the page for missing addresses is shown at any depth.
  const absolute = addresses.filter(
    ({ file, element, address }) =>
      (address.startsWith('/') && file !== '404.html') ||
      (address.startsWith(origin) && !['link', 'meta'].includes(element)),
  )
  expect(absolute).toEqual([])
  const forbidden = addresses.filter(({ address }) =>
    /localhost|\/go\/|\/(?:admin|login|api)\b/.test(address.split('?')[0]!),
  )
  expect(forbidden).toEqual([])
})

test('the copy has the pages of the sitemap, and further only lists and pages that are not indexed', {
  tags: ['full'],
}, () => {
  const pages = listFiles('index.html').map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, '/'))
  const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
    decodeURIComponent(new URL(address!).pathname),
  )
  expect(listed.length).toBeGreaterThan(100)
  expect(listed.filter((address) => !pages.includes(address))).toEqual([])
  const further = pages.filter((page) => !listed.includes(page))
  const lists =
    /^\/(?:blog\/(?:category\/[^/]+\/)?page\/\d+|shop\/(?:category|page)\/.+|search\/q\/[^/]+|newsletter|letters\/[^/]+)$/
  expect(further.filter((page) => !lists.test(page))).toEqual([])
  expect(pages).toHaveLength(listed.length + further.length)
  expect(listed).not.toContain('/routines/build')
})

test('no page of the copy has a script, a form or a button, and data for search engines names no search', {
  tags: ['full'],
}, () => {
  for (const file of listFiles('.html')) {
    const html = read(file)
    expect(html, file).not.toMatch(/<(?:form|button|input|select|textarea)[ >]/)
    expect(html.match(/<script(?! type="application\/ld\+json")/g), file).toBeNull()
    expect(html, file).not.toContain('SearchAction')
  }
  expect(listFiles('.js')).toEqual([])
})

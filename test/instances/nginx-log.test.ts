import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loggedPath } from '../../src/server/platform/http/logged-path.ts'
import { startNginx } from './proxies.ts'

test('the access log of nginx cuts queries and tokens as that of the site does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-nginx-'))
  const site = createServer((_, response) => void response.end('ok'))
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  const nginx = await startNginx(folder, [`127.0.0.1:${(site.address() as AddressInfo).port}`])
  onTestFinished(async () => {
    await nginx.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const paths = [
    ...['/', '/blog?page=2', '/blog/postback/x', '/newsletter/confirm?token=SECRET', '/shared-preview/SECRET'],
    ...['/api/previews/SECRET', '/postback/SECRET?a=1', '/hooks/mail/postmark/SECRET', '/letters/link/SECRET/3'],
  ]
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  for (const each of paths) expect((await fetch(nginx.origin + each)).status).toBe(200)
  const logged = () => readFileSync(path.join(folder, 'access.log'), 'utf8')
  await expect.poll(() => logged().trim().split('\n').length).toBe(paths.length)
  expect(logged()).not.toContain('SECRET')
  // nginx writes ASCII.
  const expected = paths.map((each) => loggedPath(each).replace('…', '...'))
  expect([...logged().matchAll(/"GET ([^" ]*)/g)].map(([, sent]) => sent)).toEqual(expected)
  // The failure of an instance is in no error log with its request and client.
  await new Promise((resolve) => void site.close(resolve).closeAllConnections())
  expect((await fetch(`${nginx.origin}/newsletter/confirm?token=SECRET`)).status).toBe(502)
  await expect.poll(logged).toMatch(/"GET \/newsletter\/confirm" 502 /)
  const written = readdirSync(folder).filter((name) => name.endsWith('.log'))
  expect(written).toContain('site-error.log')
  for (const name of written) expect(readFileSync(path.join(folder, name), 'utf8')).not.toMatch(/SECRET|client/)
  expect(logged()).not.toContain(' 127.0.0.1 ')
})

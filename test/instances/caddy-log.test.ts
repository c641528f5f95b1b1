import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../postgres.ts'
import { startCaddy } from './proxies.ts'

test('what Caddy logs about a failed request has no token, no header and no whole address', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-caddy-'))
  // Nothing listens there.
  const caddy = await startCaddy(folder, [`127.0.0.1:${await freePort()}`])
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  onTestFinished(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    await caddy.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const paths = [
    ...['/newsletter/confirm?token=SECRET', '/shared-preview/SECRET', '/hooks/mail/postmark/SECRET?a=1'],
    ...['/letters/link/SECRET/3', '/blog?page=2'],
  ]
  await Promise.all(
    paths.map((each) => fetch(caddy.origin + each, { headers: { referer: 'https://a.example/SECRET' } })),
  )
  const uris = () => [...caddy.output().matchAll(/"uri":"([^"]*)"/g)].map(([, uri]) => uri).sort()
  await expect
    .poll(uris, { timeout: 30_000 })
    .toEqual(['/blog', '/hooks/mail/postmark/', '/letters/link/', '/newsletter/confirm', '/shared-preview/'])
  expect(caddy.output()).not.toContain('SECRET')
  expect(caddy.output()).toMatch(/"remote_ip":"127\.0\.0\.0"/)
})

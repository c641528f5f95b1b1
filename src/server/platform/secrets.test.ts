import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSecrets, readSecretKey } from './secrets.ts'

const secrets = createSecrets('a key for this test, which is long enough')

test('a sealed text opens with the same key and purpose only, and sealing is not deterministic', () => {
  const sealed = secrets.seal('letters', 'dear Ann 🧴')
  expect(secrets.open('letters', sealed)).toBe('dear Ann 🧴')
  expect(secrets.seal('letters', 'dear Ann 🧴')).not.toBe(sealed)
  expect(secrets.open('bills', sealed)).toBeUndefined()
  expect(createSecrets('another key, which is also long enough').open('letters', sealed)).toBeUndefined()
})

test('a modified text does not open', () => {
  const sealed = Buffer.from(secrets.seal('letters', 'pay 10'), 'base64url')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(secrets.open('letters', changed.toString('base64url')), String(at)).toBeUndefined()
  }
  for (const text of ['', 'a', 'no base64 at all!', sealed.subarray(0, 20).toString('base64url')])
    expect(secrets.open('letters', text), text).toBeUndefined()
})

test('an HMAC depends on text, purpose and key', () => {
  const print = secrets.hmac('codes', 'k3v9m')
  expect(secrets.hmac('codes', 'k3v9m')).toBe(print)
  expect(secrets.hmac('codes', 'k3v9n')).not.toBe(print)
  expect(secrets.hmac('others', 'k3v9m')).not.toBe(print)
  expect(createSecrets('another key, which is also long enough').hmac('codes', 'k3v9m')).not.toBe(print)
})

test('the key in the data folder is created once, with mode 600', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-secrets-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const key = readSecretKey({ secretKey: undefined, dataDir })
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(readSecretKey({ secretKey: undefined, dataDir })).toBe(key)
  const file = path.join(dataDir, 'secret-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(key)
  expect(readSecretKey({ secretKey: 'the key of the configuration', dataDir })).toBe('the key of the configuration')
  writeFileSync(file, 'cut')
  expect(() => readSecretKey({ secretKey: undefined, dataDir })).toThrow(/cut short/)
})

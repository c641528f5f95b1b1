import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UNFINISHED } from './storage/replace-file.ts'

/** Encryption and HMAC with the key of the site; each purpose uses its own derived key. */
export type Secrets = {
  /** Authenticated encryption (AES-256-GCM). */
  seal(purpose: string, text: string): string
  /** Decrypts the result of `seal`; undefined for anything else. */
  open(purpose: string, sealed: string): string | undefined
  /** A deterministic keyed hash. */
  hmac(purpose: string, text: string): string
}

export function createSecrets(key: string): Secrets {
  // Purposes are few. Without this, deriving the key for each message of a newsletter takes longer than the hash.
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, 'dewlight', purpose, 32))
    keys.set(purpose, known)
    return known
  }
  return {
    seal(purpose, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 28) return undefined
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    hmac(purpose, text) {
      return createHmac('sha256', keyFor(`fingerprint ${purpose}`))
        .update(text)
        .digest('base64url')
    },
  }
}

/** SECRET_KEY if it is set, else the key in the data folder, which is created on first use. */
export function readSecretKey({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): string {
  if (secretKey) return secretKey
  const file = path.join(dataDir, 'secret-key')
  if (!existsSync(file)) createKey(file)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32)
    throw new Error(`Cannot use the key in ${file}: it is cut short. Bring it back from a backup, or delete the file.`)
  return key
}

/** Creates a complete file or none. Of two processes that start at the same time, both use the key of the first. */
function createKey(file: string): void {
  const unfinished = `${file}${UNFINISHED}${process.pid}`
  try {
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkOrCopy(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Throws EEXIST if `file` exists. */
function linkOrCopy(complete: string, file: string): void {
  try {
    linkSync(complete, file)
  } catch (error) {
    // Some network file systems have no hard links.
    if (!(error instanceof Error && 'code' in error && /^(?:EPERM|ENOTSUP|ENOSYS)$/.test(String(error.code))))
      throw error
    copyFileSync(complete, file, constants.COPYFILE_EXCL)
  }
}

import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { readSettings } from '../settings/settings.repo.ts'

/** Bytes of a hash in the list. */
const HASH_BYTES = 5
/** Characters around a word that do not make it harder to guess: digits and punctuation. */
const PADDING_MAX = 8
/** Letters and digits of a name that counts. */
const NAME_MIN = 3

const TOO_COMMON = 'This password is one of the most common ones. Please choose another one.'
const SITE_NAME = 'This password is the name of the site. Please choose another one.'

let common: Promise<ReadonlySet<string>> | undefined

export type RejectWeakPassword = (password: string, field: string) => Promise<void>

/** The function throws 400 for a new password that is easy to guess; `field` is its place in the request. */
export function createWeakPasswordCheck(db: Db, origin: string): RejectWeakPassword {
  return async (password, field) => {
    const message = await findWeakness(db, password, origin)
    if (message !== undefined) throw badRequest(message, [{ path: field, message }])
  }
}

/** Why a new password is easy to guess on this site, in a sentence; undefined if it is not. */
export async function findWeakness(db: Db, password: string, origin: string): Promise<string | undefined> {
  const { settings } = await readSettings(db)
  return weaknessOf(password, [settings.brand, new URL(origin).hostname])
}

/** The same for these names of the site. Case, padding and repetition do not count. */
export async function weaknessOf(password: string, names: string[]): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  if (names.some((name) => isName(text, name))) return SITE_NAME
  common ??= loadCommon()
  const known = await common
  const forms = [text, repeatedPart(text), ...withoutPadding(text).flatMap((word) => [word, repeatedPart(word)])]
  return forms.some((form) => known.has(hashOf(form))) ? TOO_COMMON : undefined
}

/** Loaded with the first new password, since it is needed a few times in the life of a site. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts')
  const bytes = Buffer.from(COMMON_PASSWORDS, 'base64')
  const hashes = new Set<string>()
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.add(bytes.toString('hex', at, at + HASH_BYTES))
  return hashes
}

const hashOf = (text: string) => createHash('sha256').update(text).digest().toString('hex', 0, HASH_BYTES)

/** Whether nothing but digits and punctuation is left without the name. */
function isName(text: string, name: string): boolean {
  const letters = (of: string) =>
    of
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const word = letters(name.replace(/^www\./i, ''))
  if (word.length < NAME_MIN) return false
  const rest = letters(text).replaceAll(word, '')
  return rest.length < letters(text).length && !/\p{L}/u.test(rest.replace(/^www/, ''))
}

function withoutPadding(text: string): string[] {
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return word !== '' && text.length - word.length <= PADDING_MAX ? [word] : []
}

/** The shortest part whose repetition makes up the text; the whole text where nothing repeats. */
function repeatedPart(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return text.slice(0, length)
}

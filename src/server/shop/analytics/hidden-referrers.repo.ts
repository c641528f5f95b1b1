import * as z from 'zod/mini'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { referrerOf } from './referrers.ts'

const KEY = '#hidden-referrers'

export const HIDDEN_REFERRERS_MAX = 500

/** Hosts as `referrerOf` returns them, sorted. */
export async function listHiddenReferrers(db: Db): Promise<string[]> {
  return z.array(z.string()).parse((await readStored(db, KEY)).value ?? [])
}

/** Returns the stored host. Run it in a transaction. */
export async function hideReferrer(db: Db, name: string, now: string): Promise<string | 'too-many'> {
  await lockTable(db, KEY)
  const host = toHost(name)
  const hidden = await listHiddenReferrers(db)
  if (hidden.includes(host)) return host
  if (hidden.length >= HIDDEN_REFERRERS_MAX) return 'too-many'
  await saveStored(db, { key: KEY, value: [...hidden, host].sort(), now })
  return host
}

/** Returns the host; undefined if it is not hidden. Run it in a transaction. */
export async function showReferrer(db: Db, name: string, now: string): Promise<string | undefined> {
  await lockTable(db, KEY)
  const host = toHost(name)
  const hidden = await listHiddenReferrers(db)
  if (!hidden.includes(host)) return undefined
  await saveStored(db, { key: KEY, value: hidden.filter((other) => other !== host), now })
  return host
}

const toHost = (name: string): string => referrerOf(`https://${name}`)?.host ?? name

/** Whether the list has the host or a domain above it. */
export function isHostOf(hosts: ReadonlySet<string>, host: string): boolean {
  for (let end = -1; ; ) {
    if (hosts.has(host.slice(end + 1))) return true
    end = host.indexOf('.', end + 1)
    if (end === -1) return false
  }
}

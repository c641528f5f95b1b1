import * as z from 'zod/mini'
import { readStored, saveStored } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'

const KEY = '#unpaid-hosts'

/** Hosts without `www.` whose links do not earn, as the owner has said. */
export async function listUnpaidHosts(db: Db): Promise<string[]> {
  return z.array(z.string()).parse((await readStored(db, KEY)).value ?? [])
}

export async function storeUnpaidHosts(db: Db, hosts: string[], now: string): Promise<void> {
  await saveStored(db, { key: KEY, value: hosts, now })
}

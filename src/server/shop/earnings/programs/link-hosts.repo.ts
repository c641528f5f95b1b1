import { type LinkHosts, UNPAID_HOSTS_MAX } from '../../../../contract/shop/link-hosts.ts'
import { ProgramInput } from '../../../../contract/shop/programs.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { Rejection } from '../../../platform/db/rejection.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { listAffiliateHosts } from '../../products/affiliate-hosts.repo.ts'
import { createProgram, listOwnedHosts } from './programs.repo.ts'
import { listUnpaidHosts, storeUnpaidHosts } from './unpaid-hosts.repo.ts'

export async function listLinkHosts(db: Db): Promise<LinkHosts> {
  // A program that the owner entered has a key of its own instead of a host.
  const ofPrograms = [...(await listOwnedHosts(db)).keys()].filter((host) => !host.startsWith('own:'))
  const ofProducts = (await listAffiliateHosts(db)).map((host) => host.replace(/^www\.|:\d+$/g, ''))
  const earning = new Set([...ofPrograms, ...ofProducts])
  return { earning: [...earning].sort(), unpaid: await listUnpaidHosts(db) }
}

type Statement = { host: string; earns: boolean }

/** Stores whether links to a host earn; the same statement again changes nothing. Run it in a transaction. */
export async function stateLinkHost(db: Db, { host, earns }: Statement, now: string): Promise<LinkHosts> {
  await lockTable(db, 'programs')
  const unpaid = await listUnpaidHosts(db)
  const owner = (await listOwnedHosts(db)).get(host)
  if (!earns && owner) throw new Rejection(`One of your programs says that links to ${host} earn.`)
  const rest = unpaid.filter((other) => other !== host)
  const next = earns ? rest : [...rest, host].sort()
  if (next.length > UNPAID_HOSTS_MAX) throw new Rejection(`There are ${UNPAID_HOSTS_MAX} such hosts already.`)
  if (next.length !== unpaid.length) await storeUnpaidHosts(db, next, now)
  if (earns && !owner) await createProgram(db, ProgramInput.parse({ name: host.slice(0, 120), hosts: [host] }), now)
  return listLinkHosts(db)
}

/** Returns the host; undefined if it was not said to earn nothing. Run it in a transaction. */
export async function deleteUnpaidHost(db: Db, host: string, now: string): Promise<string | undefined> {
  await lockTable(db, 'programs')
  const unpaid = await listUnpaidHosts(db)
  if (!unpaid.includes(host)) return undefined
  await storeUnpaidHosts(
    db,
    unpaid.filter((other) => other !== host),
    now,
  )
  return host
}

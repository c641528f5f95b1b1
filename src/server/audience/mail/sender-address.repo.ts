import type { Settings } from '../../../contract/accounts/site.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Who sends newsletters; the contact page may name another place. */
export type SenderAddress = Pick<Settings, 'ownerName' | 'postalAddress'>

export async function readSenderAddress(db: Db): Promise<SenderAddress> {
  const { ownerName, postalAddress } = (await readSettings(db)).settings
  return { ownerName, postalAddress }
}

/** Whether newsletters may be sent. */
export function isComplete({ ownerName, postalAddress }: SenderAddress): boolean {
  return ownerName !== '' && postalAddress !== ''
}

/** In one line; '' without any of them. */
export function senderLine({ ownerName, postalAddress }: SenderAddress): string {
  return [ownerName, ...postalAddress.split('\n').map((line) => line.trim())].filter(Boolean).join(', ')
}

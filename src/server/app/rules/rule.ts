import type { Settings } from '../../../contract/accounts/site.ts'
import type { Rule } from '../../../contract/app/rules.ts'
import type { Backups } from '../../platform/backup/backups.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The data that the checks share. */
export type RuleContext = {
  db: Db
  /** ISO 8601, UTC. */
  now: string
  origin: string
  settings: Settings
  backups: Pick<Backups, 'list'>
}

type Destination = Rule['places'][number]

/** `total` where `places` has only the first. */
export type Finding = Pick<Rule, 'state' | 'detail'> & {
  places?: readonly Destination[]
  total?: number
  fix?: Destination
}

type RuleCheck = Pick<Rule, 'title' | 'why'> & { check(context: RuleContext): Finding | Promise<Finding> }

/** The rules of a group by key. */
export type RuleSet = Readonly<Record<string, RuleCheck>>

export const kept = (detail: string): Finding => ({ state: 'kept', detail })

export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** The section of the settings with a fact that only the owner knows. */
export const factsFix: Destination = { label: 'Fill in the facts', href: '/admin/settings/facts' }

import type { Logger } from 'pino'
import type { Overview } from '../../../contract/app/overview.ts'
import { RULE_PLACES, type Rule, type RuleGroup, type RuleState } from '../../../contract/app/rules.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { dataRules } from './data-rules.ts'
import { labelRules } from './label-rules.ts'
import { mailRules } from './mail-rules.ts'
import { pageRules } from './page-rules.ts'
import { programRules } from './program-rules.ts'
import type { Finding, RuleContext, RuleSet } from './rule.ts'

const groups: Record<RuleGroup, RuleSet> = {
  programs: programRules,
  labels: labelRules,
  mail: mailRules,
  pages: pageRules,
  data: dataRules,
}

export type RuleOptions = { log: Logger; origin: string; backups: RuleContext['backups'] }

/** Checks every rule against the present data. A rule whose check fails is `unknown`; the others are there. */
export async function listRules(db: Db, { log, origin, backups }: RuleOptions, now: string): Promise<Rule[]> {
  const context = { db, now, origin, backups, settings: (await readSettings(db)).settings }
  const rules = Object.entries(groups).flatMap(([group, set]) =>
    Object.entries(set).map(([key, rule]) => ({ key, group: group as RuleGroup, ...rule })),
  )
  return Promise.all(
    rules.map(async ({ key, group, title, why, check }) => {
      const {
        state,
        detail,
        places = [],
        total = places.length,
        fix = null,
      } = await checkSafely(key, () => check(context), log)
      const shown = places.slice(0, RULE_PLACES)
      return {
        key,
        group,
        title,
        why,
        state,
        detail,
        places: shown,
        more: total - shown.length,
        fix,
      }
    }),
  )
}

/** How many rules wait for the owner. */
export async function countRules(db: Db, options: RuleOptions, now: string): Promise<NonNullable<Overview['rules']>> {
  const rules = await listRules(db, options, now)
  const count = (wanted: RuleState) => rules.filter(({ state }) => state === wanted).length
  return { broken: count('broken'), needsYou: count('needs-you') }
}

async function checkSafely(key: string, check: () => Finding | Promise<Finding>, log: Logger): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    log.error({ err: error, rule: key }, 'a rule could not be checked')
    return { state: 'unknown', detail: 'The check failed. Try again later; the log of the site says why.' }
  }
}

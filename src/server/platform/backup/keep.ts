import { BackupKind } from '../../../contract/platform/backups.ts'
import { addDays } from '../../../contract/platform/days.ts'

/** Retention of nightly backups: the newest of each of the last days, weeks and months that have one. */
export type Keep = { daily: number; weekly: number; monthly: number }

/** Backups from before upgrades that are kept. */
const KEPT_UPGRADES = 3

/** The names of backups that the policy does not keep. Only nightly ones and those of upgrades are rotated. */
export function outdatedBackups(names: string[], { daily, weekly, monthly }: Keep): string[] {
  const newestFirst = names.toSorted().reverse()
  const nightly = newestFirst.filter((name) => kindOf(name) === 'nightly')
  const upgrades = newestFirst.filter((name) => kindOf(name) === 'upgrade')
  const kept = new Set([
    ...newestOfEach(nightly, dayOf, daily),
    ...newestOfEach(nightly, (name) => mondayOf(dayOf(name)), weekly),
    ...newestOfEach(nightly, (name) => dayOf(name).slice(0, 7), monthly),
    ...upgrades.slice(0, KEPT_UPGRADES),
  ])
  return [...nightly, ...upgrades].filter((name) => !kept.has(name))
}

export function kindOf(name: string): BackupKind {
  const [, ending] = /-([a-z]+)\.tar\.gz$/.exec(name) ?? []
  return BackupKind.safeParse(ending).data ?? 'manual'
}

function newestOfEach(newestFirst: string[], periodOf: (name: string) => string, count: number): string[] {
  const newest = new Map<string, string>()
  for (const name of newestFirst) if (!newest.has(periodOf(name))) newest.set(periodOf(name), name)
  return [...newest.values()].slice(0, count)
}

/** In UTC, like the name. */
function dayOf(name: string): string {
  return name.slice('dewlight-'.length, 'dewlight-YYYY-MM-DD'.length)
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
}

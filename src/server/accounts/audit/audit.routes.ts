import { type AuditEntry, listAuditEntries, securityEvents } from '../../../contract/accounts/audit.ts'
import { settingFields } from '../../../contract/accounts/setting-fields.ts'
import { saveSettings } from '../../../contract/accounts/settings.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { auditEntries } from './audit.repo.ts'
import { EVENT } from './security-events.repo.ts'

/** `endpoints` returns all endpoints of the application, whose sentences the entries show. */
export function auditRoutes({ endpoints }: { endpoints: () => readonly Endpoint[] }) {
  let built: ReturnType<typeof createAuditText> | undefined
  return [
    bind(listAuditEntries, async ({ db, query }) => {
      built ??= createAuditText(endpoints())
      const textOf = built
      const { items, total } = await auditEntries.page(db, query)
      return {
        body: items.map(({ times, ...entry }) => ({ ...entry, username: actorOf(entry), text: textOf(entry, times) })),
        total,
      }
    }),
  ]
}

function actorOf(entry: Pick<AuditEntry, 'method' | 'path' | 'username'>): string {
  return eventOf(entry)?.isAnonymous ? '' : entry.username
}

/** Renders entries of the audit trail as the sentences that their endpoints declare. */
export function createAuditText(endpoints: readonly Endpoint[]) {
  const sentences = endpoints
    .flatMap((endpoint) => ('audit' in endpoint ? [endpoint] : []))
    // Paths without parameters first: `/posts/delete` is not a post.
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map(({ method, path, audit }) => ({ method, pattern: patternOf(path), audit }))

  return ({ method, path, subject }: Pick<AuditEntry, 'method' | 'path' | 'subject'>, times = 1): string => {
    const found = sentences.find((each) => each.method === method && each.pattern.test(path))
    // An entry of another version, whose endpoint no longer exists.
    const audit = eventOf({ method, path })?.text ?? found?.audit ?? `${method} ${path}: …`
    const names = path === saveSettings.path ? settingLabels(subject) : subject
    const text = names ? audit.replace('…', () => names) : audit.replace(/:? (?:(?:of|to|on) )?(?:“…”|…)$/, '')
    return times > 1 ? `${text} (${times} times within an hour)` : text
  }
}

/** Undefined for a write of the owner, and for an event of another version. */
function eventOf({ method, path }: Pick<AuditEntry, 'method' | 'path'>) {
  const events: Record<string, { text: string; isAnonymous: boolean }> = securityEvents
  return method === EVENT ? events[path.replace('/auth/', '')] : undefined
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

/** The labels of settings, from their keys. */
function settingLabels(keys: string): string {
  const labels = new Map(Object.entries(settingFields).map(([key, { label }]) => [key, label]))
  return keys
    .split(', ')
    .map((key) => labels.get(key) ?? key)
    .join(', ')
}

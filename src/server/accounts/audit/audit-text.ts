import type { AuditEntry } from '../../../contract/audit.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { settingFields } from '../../../contract/setting-fields.ts'
import { saveSettings } from '../../../contract/settings.ts'
import { legacyAuditText } from './legacy-audit-text.ts'

/** Renders entries of the audit trail as the sentences that their endpoints declare. */
export function createAuditText(endpoints: readonly Endpoint[]) {
  const legacy = Object.entries(legacyAuditText).map(([route, audit]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path, audit }
  })
  const sentences = [...endpoints.flatMap((endpoint) => ('audit' in endpoint ? [endpoint] : [])), ...legacy]
    // Paths without parameters first: `/posts/delete` is not a post.
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map(({ method, path, audit }) => ({ method, pattern: patternOf(path), audit }))

  return ({ method, path, subject }: Pick<AuditEntry, 'method' | 'path' | 'subject'>): string => {
    const found = sentences.find((each) => each.method === method && each.pattern.test(path))
    // An entry of another version, whose endpoint no longer exists.
    const audit = found?.audit ?? `${method} ${path}: …`
    const names = path === saveSettings.path ? settingLabels(subject) : subject
    return names ? audit.replace('…', () => names) : audit.replace(/:? (?:(?:of|to) )?(?:“…”|…)$/, '')
  }
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

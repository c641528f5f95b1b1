import type { AuditEntry } from '../../../contract/audit.ts'

/** What a path below `/api` is about: singular and plural. */
const nouns: Record<string, [string, string]> = {
  posts: ['post', 'posts'],
  products: ['product', 'products'],
  categories: ['category', 'categories'],
  images: ['image', 'images'],
  contacts: ['message', 'messages'],
  subscribers: ['subscriber', 'subscribers'],
  settings: ['settings', 'settings'],
  mails: ['mail', 'mails'],
  backups: ['backup', 'backups'],
  'conversion-networks': ['conversion network', 'conversion networks'],
}

/** Paths that say more than their noun and method. */
const special: [pattern: RegExp, words: string][] = [
  [/^PUT \/auth\/password$/, 'Changed the password'],
  [/^PUT \/auth\/profile$/, 'Changed the profile'],
  [/^DELETE \/auth\/sessions$/, 'Signed out everywhere else'],
  [/^DELETE \/auth\/sessions\//, 'Signed out a device'],
  [/^POST \/auth\/(?:totp|two-factor)/, 'Set up two-factor sign-in'],
  [/^DELETE \/auth\/(?:totp|two-factor)/, 'Turned off two-factor sign-in'],
  [/^\w+ \/auth\/recovery-codes/, 'Made new recovery codes'],
  [/^POST \/auth\/passkeys/, 'Added a passkey'],
  [/^PUT \/auth\/passkeys/, 'Renamed a passkey'],
  [/^DELETE \/auth\/passkeys/, 'Removed a passkey'],
  [/^PUT \/settings$/, 'Changed settings'],
  [/^PUT \/\w+\/order$/, 'Changed the order of NOUNS'],
  [/^POST \/\w+\/import$/, 'Imported NOUNS'],
  [/^POST \/\w+\/delete$/, 'Deleted several NOUNS'],
  [/^POST \/\w+\/restore$/, 'Brought back several NOUNS'],
  [/^POST \/\w+\/(?:bulk|activate|deactivate|read|spam|unsubscribe)/, 'Changed several NOUNS'],
  [/^POST \/posts\/\d+\/revisions\/\d+\/restore$/, 'Restored an earlier state of the post'],
  [/^POST \/[\w-]+\/\d+\/restore$/, 'Brought back the NOUN'],
  [/^POST \/mails\/test$/, 'Sent a test mail'],
  [/^POST \/analytics\/conversion$/, 'Recorded a conversion'],
]

const verbs: Record<string, string> = { POST: 'Created', PUT: 'Changed', PATCH: 'Changed', DELETE: 'Deleted' }

/** What was done, in words: 'Changed the post “A calm evening routine”'. */
export function activityWords({ method, path, subject }: Pick<AuditEntry, 'method' | 'path' | 'subject'>): string {
  const [one, several] = nouns[path.split('/')[1] ?? ''] ?? ['entry', 'entries']
  const found = special.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
  const words = (found ?? `${verbs[method] ?? 'Changed'} the NOUN`).replace('NOUNS', several).replace('NOUN', one)
  return subject ? `${words} “${subject}”` : words
}

import type { AuditArea, AuditEntry } from '../../../contract/audit.ts'
import { settingsSections } from './setting-fields.ts'

/** What each of the owner's writes did; `…` is what the changed thing is called. */
const words: Record<string, string> = {
  'POST /posts': 'Created post “…”',
  'PUT /posts/:id': 'Changed post “…”',
  'DELETE /posts/:id': 'Deleted post “…”',
  'POST /posts/:id/restore': 'Brought back post “…”',
  'POST /posts/:id/revisions/:revisionId/restore': 'Went back to an earlier version of post “…”',
  'POST /posts/delete': 'Deleted posts “…”',
  'POST /posts/restore': 'Brought back posts “…”',
  'POST /categories': 'Created category “…”',
  'PUT /categories/:id': 'Changed category “…”',
  'PUT /categories/order': 'Changed the order of the categories',
  'DELETE /categories/:id': 'Deleted category “…”',
  'POST /categories/:id/restore': 'Brought back category “…”',
  'POST /products': 'Created product “…”',
  'PUT /products/:id': 'Changed product “…”',
  'PUT /products/order': 'Changed the order of the products',
  'DELETE /products/:id': 'Deleted product “…”',
  'POST /products/:id/restore': 'Brought back product “…”',
  'POST /products/delete': 'Deleted products “…”',
  'POST /products/restore': 'Brought back products “…”',
  'POST /products/activate': 'Activated products “…”',
  'POST /products/deactivate': 'Deactivated products “…”',
  'POST /products/import': 'Read a file of products: …',
  'POST /images': 'Uploaded image “…”',
  'PUT /images/:id': 'Changed image “…”',
  'DELETE /images/:id': 'Deleted image “…”',
  'POST /images/:id/restore': 'Brought back image “…”',
  'POST /images/delete': 'Deleted images “…”',
  'POST /images/restore': 'Brought back images “…”',
  // Visitors are counted, never named: see the routes.
  'PUT /contacts/:id': 'Marked …',
  'DELETE /contacts/:id': 'Deleted …',
  'POST /contacts/:id/restore': 'Brought back …',
  'POST /contacts/mark': 'Marked …',
  'POST /contacts/delete': 'Deleted …',
  'POST /contacts/restore': 'Brought back …',
  'PUT /subscribers/:id': 'Changed the subscription of …',
  'DELETE /subscribers/:id': 'Deleted …',
  'POST /subscribers/:id/restore': 'Brought back …',
  'POST /subscribers/unsubscribe': 'Unsubscribed …',
  'POST /subscribers/delete': 'Deleted …',
  'POST /subscribers/restore': 'Brought back …',
  'POST /subscribers/import': 'Read a file of subscribers: …',
  'POST /mails/test': 'Sent a test mail to …',
  'POST /mails/:id/retry': 'Tried again to send mail “…”',
  'POST /analytics/conversion': 'Recorded a conversion of …',
  'DELETE /analytics/conversions/:id': 'Deleted a conversion of …',
  'POST /conversion-networks': 'Added conversion network “…”',
  'DELETE /conversion-networks/:id': 'Removed conversion network “…”',
  'PUT /settings': 'Changed settings: …',
  'PUT /auth/profile': 'Changed the profile',
  'PUT /auth/password': 'Changed the password',
  'DELETE /auth/sessions': 'Signed out everywhere else',
  'DELETE /auth/sessions/:id': 'Signed out “…”',
  'POST /auth/two-factor': 'Began to set up two-step verification',
  'PUT /auth/two-factor': 'Turned on two-step verification',
  'POST /auth/two-factor/recovery-codes': 'Made new recovery codes',
  'POST /auth/two-factor/removal': 'Turned off two-step verification',
  'POST /auth/passkeys/options': 'Began to add a passkey',
  'POST /auth/passkeys': 'Added passkey “…”',
  'PUT /auth/passkeys/:id': 'Renamed passkey to “…”',
  'DELETE /auth/passkeys/:id': 'Removed passkey “…”',
  'POST /backups': 'Began a backup',
  'DELETE /backups/:name': 'Deleted backup “…”',
  'POST /personal-data/export': 'Exported the data of a person',
  'POST /personal-data/erase': 'Deleted the data of a person',
  'POST /jobs/:name/run': 'Started background work “…”',
}

/** Addresses without a parameter first: `/posts/delete` is no post. */
const patterns = Object.entries(words)
  .sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')))
  .map(([route, text]) => ({ pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`), text }))

/** What was done, in words: 'Changed post “A calm evening routine”'. */
export function activityLabel({ method, path, subject }: Pick<AuditEntry, 'method' | 'path' | 'subject'>): string {
  const found = patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))
  // Of another version of the program; the words of the request are better than none.
  const text = found?.text ?? `${method} ${path}: …`
  const name = path === '/settings' ? settingLabels(subject) : subject
  return name ? text.replace('…', () => name) : text.replace(/:? (?:(?:of|to) )?(?:“…”|…)$/, '')
}

/** The labels of settings that are named by their keys, separated by commas. */
function settingLabels(keys: string): string {
  const fields = settingsSections.flatMap((section) => section.fields)
  return keys
    .split(', ')
    .map((name) => fields.find(({ key }) => key === name)?.label ?? name)
    .join(', ')
}

export const areaLabels: Record<AuditArea, string> = {
  posts: 'Posts',
  categories: 'Categories',
  products: 'Products',
  images: 'Images',
  conversions: 'Conversions',
  contacts: 'Messages',
  subscribers: 'Subscribers',
  mails: 'Mails',
  settings: 'Settings',
  account: 'Account & security',
  backups: 'Backups',
  jobs: 'Background work',
  'personal-data': 'Personal data',
}

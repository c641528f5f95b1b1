import {
  type SettingField,
  type SettingKey,
  type SettingsGroup,
  settingsGroups,
  settingsSections,
} from '../../../contract/accounts/setting-fields.ts'
import { verificationServices } from '../../../contract/accounts/verification-tags.ts'

/** A setting, or a part of a page, as the search finds it: the exact label of a control, or a heading of the page. */
type SettingEntry = {
  label: string
  /** Further words that it is found by. */
  hint?: string | undefined
}

type Section = { name: string; label: string; group: SettingsGroup; entries: readonly SettingEntry[] }
/** A section that is made of setting fields. */
export type FieldsSection = Section & { description: string; keys: SettingKey[] }

/** Sections that are not made of setting fields; `section-contents.ts` has what each shows. */
const ownSections = [
  {
    name: 'menus',
    label: 'Menus',
    group: 'site',
    entries: [
      { label: 'Header', hint: 'Navigation: the links at the top of every page' },
      { label: 'Quick Links', hint: 'Footer menu: links at the bottom of every page' },
      { label: 'Legal links', hint: 'The last line of the footer' },
    ],
  },
  {
    name: 'verification',
    label: 'Verification',
    group: 'site',
    entries: [
      ...Object.values(verificationServices).map(({ label }) => ({ label, hint: 'Prove that the site is yours' })),
      { label: 'Further tags', hint: 'Meta tags of other services for the home page' },
      { label: 'Files at the root', hint: 'ads.txt, security.txt and files that a service wants' },
    ],
  },
  {
    name: 'redirects',
    label: 'Redirects',
    group: 'site',
    entries: [
      { label: 'Redirects', hint: 'Lead old addresses on, such as those of WordPress: 301, import and export' },
      { label: 'Not found', hint: '404: addresses without a page that readers requested' },
    ],
  },
  {
    name: 'mail',
    label: 'Mail',
    group: 'readers',
    entries: [
      { label: 'Mail server', hint: 'SMTP host, port, user, password and the address of the sender' },
      { label: 'Mailbox for bounces', hint: 'IMAP: returned mails' },
      { label: 'Bounces and complaints', hint: 'Delivery reports of mail providers by webhook' },
      { label: 'Limits of sending newsletters', hint: 'Mails an hour and a day' },
      { label: 'Mails', hint: 'Log of sent and failed mails' },
    ],
  },
  {
    name: 'networks',
    label: 'Conversion networks',
    group: 'texts',
    entries: [{ label: 'Name of the network', hint: 'Postback address and secret for affiliate networks' }],
  },
  {
    name: 'personal-data',
    label: 'Personal data',
    group: 'readers',
    entries: [{ label: 'Email address of the person', hint: 'Export or erase what the site knows: GDPR requests' }],
  },
  {
    name: 'security',
    label: 'Account & security',
    group: 'safety',
    entries: [
      { label: 'Profile', hint: 'Username and name' },
      { label: 'Password', hint: 'Change the password' },
      { label: 'Two-step verification', hint: 'Two-factor authentication by an app, recovery codes' },
      { label: 'Passkeys', hint: 'Sign in with a fingerprint, a face or a security key' },
      { label: 'Where you are signed in', hint: 'Sessions and devices' },
    ],
  },
  {
    name: 'backups',
    label: 'Backups',
    group: 'safety',
    entries: [{ label: 'Backups', hint: 'Create, download and restore copies of the site' }],
  },
  {
    name: 'export',
    label: 'Export',
    group: 'safety',
    entries: [
      { label: 'Export', hint: 'Take everything with you: Markdown, HTML, pictures, CSV and JSON, WordPress, Ghost' },
    ],
  },
  {
    name: 'import',
    label: 'Import a site',
    group: 'safety',
    entries: [{ label: 'Import a site', hint: 'Move in from WordPress, Ghost, Substack or Markdown with an export' }],
  },
  {
    name: 'jobs',
    label: 'Background work',
    group: 'safety',
    entries: [{ label: 'Background work', hint: 'Jobs: when they ran, and run one now' }],
  },
  {
    name: 'activity',
    label: 'Activity',
    group: 'safety',
    entries: [{ label: 'Activity', hint: 'Audit log: who changed what, sign-ins and failed attempts' }],
  },
] as const satisfies Section[]
type OwnSection = (typeof ownSections)[number]
export type OwnSectionName = OwnSection['name']

const fieldSections: FieldsSection[] = Object.entries(settingsSections).map(([name, { fields, ...section }]) => ({
  ...section,
  name,
  keys: Object.keys(fields) as SettingKey[],
  entries: Object.values<SettingField>(fields).map(({ label, hint }) => ({ label, hint })),
}))

/** Every page of the settings by group: those of fields follow from their declaration. */
export const settingsPages: readonly (FieldsSection | OwnSection)[] = Object.keys(settingsGroups).flatMap((group) =>
  [...fieldSections, ...ownSections].filter((section) => section.group === group),
)

export const sectionHref = (name: string): string => `/admin/settings/${name}`

/** Every setting as a place to go to, where it gets the focus. */
export const settingCommands = settingsPages.flatMap(({ name, label: page, entries }) =>
  entries.map(({ label, hint }) => ({
    label,
    detail: label === page ? 'Settings' : `Settings › ${page}`,
    words: `${page} ${hint ?? ''}`,
    href: `${sectionHref(name)}?setting=${encodeURIComponent(label)}`,
  })),
)

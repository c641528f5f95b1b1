import { type LazyPage, lazyPage } from '../../lib/lazy-page.tsx'
import type { OwnSectionName } from './settings-sections.ts'

/** The content of each page of the settings that is not made of setting fields. */
export const sectionContents: Record<OwnSectionName, LazyPage> = {
  menus: lazyPage(() => import('../menus/menus-section.tsx'), 'MenusSection'),
  verification: lazyPage(() => import('./verification/verification-section.tsx'), 'VerificationSection'),
  redirects: lazyPage(() => import('../redirects/redirects-section.tsx'), 'RedirectsSection'),
  mail: lazyPage(() => import('./mail-section.tsx'), 'MailSection'),
  networks: lazyPage(() => import('./networks-section.tsx'), 'NetworksSection'),
  'personal-data': lazyPage(() => import('./personal-data-section.tsx'), 'PersonalDataSection'),
  security: lazyPage(() => import('./security-section.tsx'), 'SecuritySection'),
  backups: lazyPage(() => import('./backups-section.tsx'), 'BackupsSection'),
  export: lazyPage(() => import('./export-section.tsx'), 'ExportSection'),
  import: lazyPage(() => import('../site-import/import-section.tsx'), 'ImportSection'),
  jobs: lazyPage(() => import('./jobs-section.tsx'), 'JobsSection'),
  activity: lazyPage(() => import('./activity-section.tsx'), 'ActivitySection'),
}

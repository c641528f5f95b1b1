import { kept, type RuleSet } from './rule.ts'

export const dataRules: RuleSet = {
  'no-tracking': {
    title: 'Readers are counted, not followed',
    why: 'The ePrivacy rules of the EU and PECR of the UK want consent for what is stored on a reader’s device; the GDPR for what identifies them.',
    check: () => kept('No cookie for readers, no script of another site, and no IP address in the database.'),
  },
}

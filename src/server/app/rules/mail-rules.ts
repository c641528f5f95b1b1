import { COMPLAINTS_HELD, complaintLevel } from '../../../contract/audience/complaints.ts'
import { readComplaints } from '../../audience/newsletter-sending/complaints.repo.ts'
import { countWithoutConsent } from '../../audience/subscribers/subscribers.repo.ts'
import { counted, factsFix, kept, type RuleSet } from './rule.ts'

export const mailRules: RuleSet = {
  'sender-address': {
    title: 'Every newsletter names you and a postal address',
    why: 'The US CAN-SPAM Act and its like elsewhere want both in every commercial mail; a PO box is enough in the US.',
    check({ settings }) {
      const missing = [
        ...(settings.ownerName ? [] : ['your name']),
        ...(settings.postalAddress ? [] : ['your postal address']),
      ]
      if (missing.length === 0) return kept(`The name is ${settings.ownerName}, and an address is stored.`)
      return {
        state: 'needs-you',
        detail: `Until you enter ${missing.join(' and ')}, no newsletter is sent.`,
        fix: factsFix,
      }
    },
  },
  unsubscribe: {
    title: 'One click ends a newsletter',
    why: 'Gmail and Yahoo want the header of RFC 8058 from senders of newsletters; the GDPR wants leaving to be as easy as joining.',
    check: () =>
      kept(
        'Every copy has its own link and the header for one click, and whoever leaves gets nothing from that moment on.',
      ),
  },
  complaints: {
    title: 'Few readers report newsletters as spam',
    why: 'Gmail and Yahoo want less than 0.1 % and reject senders from 0.3 %.',
    async check({ db, now }) {
      const { week, isHeld } = await readComplaints(db, now)
      const found = `Readers reported ${week.complaints} of ${counted(week.delivered, 'newsletter', 'newsletters')} delivered in the last 7 days.`
      if (!isHeld && complaintLevel(week) === 'fine') return kept(found)
      return {
        state: isHeld ? 'broken' : 'needs-you',
        detail: isHeld ? `${found} ${COMPLAINTS_HELD}` : `${found} Look at who gets them and what they were promised.`,
        fix: { label: 'See the automatic newsletters', href: '/admin/automatic-newsletters' },
      }
    },
  },
  consent: {
    title: 'Each subscriber’s consent is on record',
    why: 'The GDPR (article 7) wants proof that a reader agreed, and how.',
    async check({ db }) {
      const without = await countWithoutConsent(db)
      if (without === 0) return kept('Every active subscriber has a record of when and where they agreed.')
      return {
        state: 'needs-you',
        detail: `${counted(without, 'active subscriber has', 'active subscribers have')} no record of a consent. Ask them again, or take them off the list.`,
        fix: { label: 'See the subscribers', href: '/admin/subscribers' },
      }
    },
  },
}

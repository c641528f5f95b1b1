import {
  ANALYTICS_MONTHS,
  DELETED_MESSAGE_DAYS,
  MAIL_TEXT_DAYS,
  SPAM_DAYS,
  UNCONFIRMED_DAYS,
} from '../../../contract/platform/retention.ts'
import { type LegalSection, li, p, ul } from './legal-html.ts'
import type { PolicyFacts } from './policy-facts.repo.ts'

/** The sections of the privacy policy about who sees data, where and for how long. */
export function keptData(facts?: PolicyFacts): LegalSection[] {
  const companies = facts ? listCompanies(facts) : []
  return [
    {
      title: '9. Who Can See Your Information',
      body: [
        p`
        The owner of the site can see newsletter sign-ups and contact messages. Companies that run the servers or
        deliver our email handle information on our behalf, only as far as that work requires. We may also have to
        disclose information when a law or a court order obliges us to. Beyond that, we share personal information
        with nobody.`,
        ...(companies.length > 0
          ? [p`The companies that handle information on our behalf are:`, ul(...companies)]
          : []),
      ],
    },
    {
      title: '10. How Long We Keep Information',
      body: [
        ul(
          li`
          <strong>Analytics</strong> are kept for ${ANALYTICS_MONTHS} months. Monthly totals, which contain no personal data, may be
          kept longer.`,
          li`
          <strong>Newsletter data</strong> is kept until you unsubscribe. After that you receive no more newsletters.
          A note that the address has unsubscribed remains so that it is not added again by mistake, with the name and
          what was agreed to; write to us if you want that note deleted too. If our newsletters come back from your
          address or you report them as spam, we note this so that no more are sent to it; when your data is deleted,
          that note keeps a code in place of the address. When we delete your data at your wish, or after you have left,
          a code in place of your address remains, by which neither a list nor a backup brings you back. The newsletters
          that were sent to you stay noted until then.
          A sign-up that is not confirmed is deleted after ${UNCONFIRMED_DAYS} days. While the site cannot send mails, it waits for its
          confirmation, a year at most.`,
          li`
          <strong>Contact messages</strong> are kept so that we can answer them, until they are deleted. A message
          that we delete can be brought back for ${DELETED_MESSAGE_DAYS} days and is then gone. What looks like spam is
          deleted after ${SPAM_DAYS} days.${facts ? messagesKept(facts) : ''} You can ask us to delete yours at any
          time.`,
          li`
          <strong>Mails</strong> that the site sends lose their text after ${MAIL_TEXT_DAYS} days. That they were sent is kept until
          the subscription or the message that they belong to is deleted.`,
        ),
        p`
        Deleted information may remain in backup copies until those copies are replaced.`,
      ],
    },
    {
      title: '11. Where Information Is Stored',
      body: [
        facts
          ? storedIn(facts)
          : p`
        The servers are in the US and Canada. If you use the site from another country, the information you send us is
        transferred to and stored in one of these two countries, whose privacy laws may differ from the laws where you
        live.`,
      ],
    },
    {
      title: '12. Security',
      body: [
        p`
        The public site is sent over an encrypted connection, the owner’s area is protected by a password, and that
        password is stored only in hashed form. Like any server, ours needs your IP address to send a page to your
        browser, and it may use the address for a short time to limit repeated requests and abuse. No system is
        perfectly secure, which is one more reason why we collect as little as we can.`,
      ],
    },
  ]
}

/** The companies that the site knows, and those that the owner has named. */
function listCompanies({ hosts: { mail, media, backups, cdn }, processors }: PolicyFacts): string[] {
  return [
    ...(mail ? [li`Our email is delivered through ${mail}.`] : []),
    ...(media ? [li`The images of the site are stored at ${media}.`] : []),
    ...(backups ? [li`Backup copies of the site are stored at ${backups}.`] : []),
    ...(cdn ? [li`Pages and images are sent to you by ${cdn}.`] : []),
    ...processors.map((processor) => li`${processor}`),
  ]
}

function messagesKept({ messageYears }: PolicyFacts): string {
  if (messageYears === 0) return ''
  return ` All others are deleted after ${messageYears === 1 ? 'one year' : `${messageYears} years`}.`
}

const storedIn = ({ serverCountry }: PolicyFacts) => p`
  Our servers are in ${serverCountry}. If you use the site from another country, the information you send us is
  transferred to and stored there, where privacy laws may differ from the laws where you live. The companies that
  section 9 names may handle it in their own countries.`

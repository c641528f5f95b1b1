import { type LegalSection, li, p, ul } from './legal-html.ts'

/** The sections of the privacy policy about who sees data, where and for how long. */
export function keptData(): LegalSection[] {
  return [
    {
      title: '9. Who Can See Your Information',
      body: [
        p`
        The owner of the site can see newsletter sign-ups and contact messages. Companies that run the servers or
        deliver our email handle information on our behalf, only as far as that work requires. We may also have to
        disclose information when a law or a court order obliges us to. Beyond that, we share personal information
        with nobody.`,
      ],
    },
    {
      title: '10. How Long We Keep Information',
      body: [
        ul(
          li`
          <strong>Analytics</strong> are kept for 26 months. Monthly totals, which contain no personal data, may be
          kept longer.`,
          li`
          <strong>Newsletter data</strong> is kept until you unsubscribe. After that you receive no more newsletters.
          A note that the address has unsubscribed remains so that it is not added again by mistake, with the name and
          what was agreed to; write to us if you want that note deleted too. If our newsletters come back from your
          address or you report them as spam, we note this so that no more are sent to it; when your data is deleted,
          that note keeps a code in place of the address. When we delete your data at your wish, or after you have left,
          a code in place of your address remains, by which neither a list nor a backup brings you back. The newsletters that were sent to you stay noted until then.
          A sign-up that is not confirmed is deleted after 30 days.`,
          li`
          <strong>Contact messages</strong> are kept so that we can answer them, until they are deleted. A message
          that we delete can be brought back for 30 days and is then gone. What looks like spam is deleted after 90
          days. You can ask us to delete yours at any time.`,
          li`
          <strong>Mails</strong> that the site sends lose their text after 30 days. That they were sent is kept until
          the subscription or the message that they belong to is deleted.`,
        ),
        p`
        Deleted information may remain in backup copies until those copies are replaced.`,
      ],
    },
    {
      title: '11. Where Information Is Stored',
      body: [
        p`
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

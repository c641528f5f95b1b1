import { MISSING_PAGE_DAYS } from '../../../contract/platform/retention.ts'
import { type LegalSection, li, p, ul } from './legal-html.ts'
import type { PolicyFacts } from './policy-facts.repo.ts'

/** The sections of the privacy policy about what readers give and what is counted. */
export function collectedData(facts?: PolicyFacts): LegalSection[] {
  return [
    {
      title: '3. Information You Give Us',
      body: [
        p`
        There are two places where you can choose to tell us something about yourself:`,
        ul(
          li`
          <strong>Newsletter.</strong> We keep your email address, your name if you give one, the date you signed up,
          whether you are still subscribed, and what you agreed to, when and where. We also keep the form that you
          used, whether you want all newsletters or only the digest, and labels that the owner gives to subscribers to
          choose who gets a newsletter. If you do not confirm your sign-up, we remind you once, after two days. Until
          you confirm, we keep a code in place of the address of your network, so that no one can use the form to send
          mails to many people. For each newsletter we note that it was sent to you, when, what your mail provider
          answered, whether it came back and whether you left by its link.`,
          li`
          <strong>Contact form.</strong> We keep your name, your email address, the subject and text of your message,
          the date you sent it, whether it has been read and whether it looks like spam. We keep our replies with your
          message. If it was mistaken for spam, we note your email address and the sites that you linked to, so that
          your next message arrives.`,
        ),
        p`
        If you search the site, your search words are sent to our server to find matching articles and products.
        Please do not put sensitive information, such as health records, into any of these fields.`,
      ],
    },
    {
      title: '4. Click Statistics',
      body: [
        p`
        When you follow a link to a product, your browser reports the click to our server. We record the product,
        where on the site the link stood, the article it stood in, if any, and when the click happened. Clicks that
        appear to come from automated programs are counted separately, with the reason. We also count how often each
        page is opened in a day, and which website its readers came from. Of addresses that have no page, we keep how
        often they were opened and the page whose link was followed last, for ${MISSING_PAGE_DAYS} days after the last
        time.`,
        p`
        <strong>No IP addresses and no cookies are stored for click statistics.</strong> The records contain no name,
        no email address and no number that stands for you or your device, so we cannot tell whether two clicks came
        from the same person.`,
        p`
        Our newsletters hold no picture that reports whether you opened them. If a newsletter counts clicks, it says
        so: its links then lead over our site, and the address of each link names the mail that it stood in, by which
        we recognise programs that open all links of a mail, that to unsubscribe included. We delete that part as soon
        as the click is counted, some minutes later, and keep only how often each link was followed.`,
        p`
        Shops and affiliate networks may tell us that a link led to a sale and what we earned from it. We use this to
        add up sales and earnings by product and day. From their reports we keep the sale, the number of the order and
        the page that the link stood on, and no name or address of the buyer. We keep the reports as records of our
        business, longer than the clicks.`,
      ],
    },
    {
      title: '5. Cookies and Browser Storage',
      body: [
        p`
        The only cookies this site uses belong to the sign-in of its owner: the session, a sign that somebody has
        signed in, and one by which the owner’s browser is known when others guess at the password. They are set when
        the owner signs in to manage the site, and they are needed for that. The owner’s browser also holds a copy of
        the account details until the tab is closed, the unsaved text of articles and forms, pictures to be uploaded,
        the places opened last, and the layout of the editor. As a reader you do not sign in, so you receive no cookie, and there is no cookie
        banner because there is nothing to accept or refuse. If you let this site build a skincare routine for you,
        your browser keeps your choices for your next visit until you press “Forget”; no other page reads them. A form
        keeps your text there until it is sent or the tab is closed.`,
      ],
    },
    {
      title: '6. How We Use Information',
      body: [
        ul(
          li`
          To send you the newsletter, because you asked for it.`,
          li`
          To read and answer your message, because you sent it.`,
          li`
          To see which recommendations are useful and what they earn, from the click statistics.`,
          li`
          To keep the site working and protect its forms from spam and abuse.`,
        ),
        p`
        Where the law asks for a legal basis, it is your consent for the newsletter, which you can withdraw at any
        time, and our legitimate interest in answering messages and in running and protecting the site for the rest.
        We do not use your information to build a profile of you or to make automated decisions about you.`,
        ...(facts && facts.readers in laws
          ? [p`These are points (a) and (f) of Article 6(1) of the ${laws[facts.readers] ?? ''}.`]
          : []),
      ],
    },
  ]
}

/** The laws that name the legal bases, by where the readers are. */
const laws: Partial<Record<string, string>> = { uk: 'UK GDPR', de: 'General Data Protection Regulation (GDPR)' }

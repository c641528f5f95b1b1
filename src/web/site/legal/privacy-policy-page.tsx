import { Link } from '../../lib/router.tsx'
import { EditedPage } from '../page/edited-page.tsx'
import { LastUpdated } from './last-updated.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  return (
    <EditedPage slug="privacy-policy" intro={(page) => <LastUpdated at={page.updatedAt} />}>
      <LegalPage
        title="Privacy Policy"
        description="What happens to information about you when you read this site, use its forms or follow its links."
        path="/privacy-policy"
        intro="Last updated: June 14, 2024"
        sections={sections}
      />
    </EditedPage>
  )
}

const sections: LegalSection[] = [
  {
    title: '1. Who We Are and What This Policy Covers',
    body: (
      <>
        <p>
          This website is a skincare blog with a selection of recommended products and a newsletter. It is written and
          run by one person, called “we” in this policy. The policy explains what happens to information about you when
          you read the site, use its forms or follow its links. It does not cover other websites that we link to.
        </p>
      </>
    ),
  },
  {
    title: '2. The Short Version',
    body: (
      <>
        <ul>
          <li>You can read everything here without an account and without giving your name.</li>
          <li>We set no cookies for readers and use no advertising or tracking scripts.</li>
          <li>We count clicks on product links, not the people who click.</li>
          <li>What you type into a form is used for the purpose of that form and nothing else.</li>
          <li>We do not sell or rent personal information.</li>
        </ul>
      </>
    ),
  },
  {
    title: '3. Information You Give Us',
    body: (
      <>
        <p>There are two places where you can choose to tell us something about yourself:</p>
        <ul>
          <li>
            <strong>Newsletter.</strong> We keep your email address, your name if you give one, the date you signed up,
            whether you are still subscribed, and what you agreed to, when and where. We also keep the form that you
            used, whether you want all newsletters or only the digest, and labels that the owner gives to subscribers to
            choose who gets a newsletter. If you do not confirm your sign-up, we remind you once, after two days. Until
            you confirm, we keep a code in place of the address of your network, so that no one can use the form to send
            mails to many people. For each newsletter we note that it was sent to you, when, what your mail provider
            answered, whether it came back and whether you left by its link.
          </li>
          <li>
            <strong>Contact form.</strong> We keep your name, your email address, the subject and text of your message,
            the date you sent it, whether it has been read and whether it looks like spam. We keep our replies with your
            message. If it was mistaken for spam, we note your email address and the sites that you linked to, so that
            your next message arrives.
          </li>
        </ul>
        <p>
          If you search the site, your search words are sent to our server to find matching articles and products.
          Please do not put sensitive information, such as health records, into any of these fields.
        </p>
      </>
    ),
  },
  {
    title: '4. Click Statistics',
    body: (
      <>
        <p>
          When you follow a link to a product, your browser reports the click to our server. We record the product,
          where on the site the link stood, the article it stood in, if any, and when the click happened. Clicks that
          appear to come from automated programs are counted separately, with the reason. We also count how often each
          page is opened in a day, and which website its readers came from.
        </p>
        <p>
          <strong>No IP addresses and no cookies are stored for click statistics.</strong> The records contain no name,
          no email address and no number that stands for you or your device, so we cannot tell whether two clicks came
          from the same person.
        </p>
        <p>
          Our newsletters hold no picture that reports whether you opened them. If a newsletter counts clicks, it says
          so: its links then lead over our site, and the address of each link names the mail that it stood in, by which
          we recognise programs that open all links of a mail, that to unsubscribe included. We delete that part as soon
          as the click is counted, some minutes later, and keep only how often each link was followed.
        </p>
        <p>
          Shops and affiliate networks may tell us that a link led to a sale and what we earned from it. We use this to
          add up sales and earnings by product and day. From their reports we keep the sale, the number of the order and
          the page that the link stood on, and no name or address of the buyer. We keep the reports as records of our
          business, longer than the clicks.
        </p>
      </>
    ),
  },
  {
    title: '5. Cookies and Browser Storage',
    body: (
      <>
        <p>
          The only cookies this site uses belong to the sign-in of its owner: the session, a sign that somebody has
          signed in, and one by which the owner’s browser is known when others guess at the password. They are set when
          the owner signs in to manage the site, and they are needed for that. The owner’s browser also holds a copy of
          the account details until the tab is closed, the unsaved text of articles and forms, pictures to be uploaded,
          and the layout of the editor. As a reader you do not sign in, so you receive no cookie, and there is no cookie
          banner because there is nothing to accept or refuse. If you let this site build a skincare routine for you,
          your browser keeps your choices for your next visit until you press “Forget”; no other page reads them. A form
          keeps your text there until it is sent or the tab is closed.
        </p>
      </>
    ),
  },
  {
    title: '6. How We Use Information',
    body: (
      <>
        <ul>
          <li>To send you the newsletter, because you asked for it.</li>
          <li>To read and answer your message, because you sent it.</li>
          <li>To see which recommendations are useful and what they earn, from the click statistics.</li>
          <li>To keep the site working and protect its forms from spam and abuse.</li>
        </ul>
        <p>
          Where the law asks for a legal basis, it is your consent for the newsletter, which you can withdraw at any
          time, and our legitimate interest in answering messages and in running and protecting the site for the rest.
          We do not use your information to build a profile of you or to make automated decisions about you.
        </p>
      </>
    ),
  },
  {
    title: '7. Fonts, Images and Other Websites',
    body: (
      <>
        <p>
          The fonts on our pages and the images that we upload are served from the site itself. An article or a product
          may show an image of another website: your browser then requests it there, and that website learns your IP
          address and the name of our site. Apart from such images, your browser makes no requests to third parties
          until you act. For example, when you press a button to save a picture or share an article, Pinterest, X or
          Facebook opens in a new window and receives the address of the page and, for a saved picture, the picture’s
          address and description. From then on, that company’s privacy policy applies. If you do not press such a
          button or follow a link, these companies do not learn from us that you were here.
        </p>
      </>
    ),
  },
  {
    title: '8. Affiliate Links and Outside Shops',
    body: (
      <>
        <p>
          Some links on this site are affiliate links, which means we may earn a commission if you buy something. They
          lead to outside shops, and the way there may pass through an affiliate network. The shop and the network can
          see that you came from our link and may set their own cookies to connect a purchase with it. The link may tell
          them which page of this site it stood on, and nothing about you. They do this under their own privacy
          policies, which we do not control, so please read them before you buy. We are never sent your payment details.
          How we earn money is explained in the <Link href="/affiliate-disclosure">Affiliate Disclosure</Link>.
        </p>
      </>
    ),
  },
  {
    title: '9. Who Can See Your Information',
    body: (
      <>
        <p>
          The owner of the site can see newsletter sign-ups and contact messages. Companies that run the servers or
          deliver our email handle information on our behalf, only as far as that work requires. We may also have to
          disclose information when a law or a court order obliges us to. Beyond that, we share personal information
          with nobody.
        </p>
      </>
    ),
  },
  {
    title: '10. How Long We Keep Information',
    body: (
      <>
        <ul>
          <li>
            <strong>Analytics</strong> are kept for 26 months. Monthly totals, which contain no personal data, may be
            kept longer.
          </li>
          <li>
            <strong>Newsletter data</strong> is kept until you unsubscribe. After that you receive no more newsletters.
            A note that the address has unsubscribed remains so that it is not added again by mistake, with the name and
            what was agreed to; write to us if you want that note deleted too. If our newsletters come back from your
            address or you report them as spam, we note this so that no more are sent to it; when your data is deleted,
            that note keeps a code in place of the address. The newsletters that were sent to you stay noted until then.
            A sign-up that is not confirmed is deleted after 30 days.
          </li>
          <li>
            <strong>Contact messages</strong> are kept so that we can answer them, until they are deleted. A message
            that we delete can be brought back for 30 days and is then gone. You can ask us to delete yours at any time.
          </li>
          <li>
            <strong>Mails</strong> that the site sends lose their text after 30 days. That they were sent is kept until
            the subscription or the message that they belong to is deleted.
          </li>
        </ul>
        <p>Deleted information may remain in backup copies until those copies are replaced.</p>
      </>
    ),
  },
  {
    title: '11. Where Information Is Stored',
    body: (
      <>
        <p>
          The servers are in the US and Canada. If you use the site from another country, the information you send us is
          transferred to and stored in one of these two countries, whose privacy laws may differ from the laws where you
          live.
        </p>
      </>
    ),
  },
  {
    title: '12. Security',
    body: (
      <>
        <p>
          The public site is sent over an encrypted connection, the owner’s area is protected by a password, and that
          password is stored only in hashed form. Like any server, ours needs your IP address to send a page to your
          browser, and it may use the address for a short time to limit repeated requests and abuse. No system is
          perfectly secure, which is one more reason why we collect as little as we can.
        </p>
      </>
    ),
  },
  {
    title: '13. Your Rights and Children’s Privacy',
    body: (
      <>
        <p>
          Wherever you live, you can ask us to show you the personal information we hold about you, correct it, delete
          it, or send you an export of it. Write to us through the <Link href="/contact">contact page</Link>, from the
          email address concerned if you can, so that we know the information is yours. It costs nothing. You can leave
          the newsletter at any time, and you may also complain to the data protection authority where you live.
        </p>
        <p>Click statistics are not linked to anyone, so we cannot find, export or delete the clicks of one person.</p>
        <p>
          The site is not directed at children under 13, and we do not knowingly collect information from them. If you
          believe that a child has sent us personal information, please tell us and we will delete it.
        </p>
      </>
    ),
  },
  {
    title: '14. Changes and Contact',
    body: (
      <>
        <p>
          If this policy changes, the new text appears on this page with a new date at the top. If a change affects how
          we use information you have already given us, we will say so clearly on the site before it takes effect. For
          any question about privacy, please use the <Link href="/contact">contact page</Link>.
        </p>
      </>
    ),
  },
]

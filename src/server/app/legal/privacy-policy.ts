import { collectedData } from './collected-data.ts'
import { keptData } from './kept-data.ts'
import { enumerate, type LegalSection, li, lines, mailLink, p, ul } from './legal-html.ts'
import type { PolicyFacts } from './policy-facts.repo.ts'

/** The text of the specification, with the facts of the owner and of the site in place of what it assumes. */
export function privacyPolicy(facts?: PolicyFacts): LegalSection[] {
  return [
    {
      title: '1. Who We Are and What This Policy Covers',
      body: facts ? owner(facts) : unnamedOwner,
    },
    {
      title: '2. The Short Version',
      body: [
        ul(
          li`
          You can read everything here without an account and without giving your name.`,
          li`
          We set no cookies for readers and use no advertising or tracking scripts.`,
          li`
          We count clicks on product links, not the people who click.`,
          li`
          What you type into a form is used for the purpose of that form and nothing else.`,
          li`
          We do not sell or rent personal information.`,
        ),
      ],
    },
    ...collectedData(facts),
    {
      title: '7. Fonts, Images and Other Websites',
      body: [
        p`
        The fonts on our pages and the images that we upload are served from the site itself. An article or a product
        may show an image of another website: your browser then requests it there, and that website learns your IP
        address and the name of our site. Apart from such images, your browser makes no requests to third parties
        until you act. For example, when you press a button to save a picture or share an article, Pinterest, X or
        Facebook opens in a new window and receives the address of the page and, for a saved picture, the picture’s
        address and description. From then on, that company’s privacy policy applies. If you do not press such a
        button or follow a link, these companies do not learn from us that you were here.`,
        ...(facts ? otherCompanies(facts) : []),
      ],
    },
    {
      title: '8. Affiliate Links and Outside Shops',
      body: [
        p`
        Some links on this site are affiliate links, which means we may earn a commission if you buy something. They
        lead to outside shops, and the way there may pass through an affiliate network. The shop and the network can
        see that you came from our link and may set their own cookies to connect a purchase with it. The link may tell
        them which page of this site it stood on, and nothing about you. They do this under their own privacy
        policies, which we do not control, so please read them before you buy. We are never sent your payment details.
        How we earn money is explained in the <a href="/affiliate-disclosure">Affiliate Disclosure</a>.`,
        ...(facts && facts.programs.length > 0
          ? [p`These are the programs and networks that we take part in: ${enumerate(facts.programs)}.`]
          : []),
      ],
    },
    ...keptData(facts),
    {
      title: '13. Your Rights and Children’s Privacy',
      body: [
        p`
        Wherever you live, you can ask us to show you the personal information we hold about you, correct it, delete
        it, or send you an export of it. Write to us through the <a href="/contact">contact page</a>, from the email
        address concerned if you can, so that we know the information is yours. It costs nothing. You can leave the
        newsletter at any time, and you may also complain to the data protection authority where you live.`,
        ...(facts?.authority ? [p`The authority that supervises us is: ${facts.authority}.`] : []),
        p`
        Click statistics are not linked to anyone, so we cannot find, export or delete the clicks of one person.`,
        facts?.children === 'yes' ? forChildren : notForChildren(facts ? 16 : 13),
      ],
    },
    {
      title: '14. Changes and Contact',
      body: [
        p`
        If this policy changes, the new text appears on this page with a new date at the top. If a change affects how
        we use information you have already given us, we will say so clearly on the site before it takes effect. For
        any question about privacy, please use the <a href="/contact">contact page</a>.`,
        ...(facts?.email ? [p`You can also write to ${mailLink(facts.email)}.`] : []),
      ],
    },
  ]
}

const unnamedOwner = [
  p`
  This website is a skincare blog with a selection of recommended products and a newsletter. It is written and
  run by one person, called “we” in this policy. The policy explains what happens to information about you when
  you read the site, use its forms or follow its links. It does not cover other websites that we link to.`,
]

function owner({ brand, ownerName, postalAddress, email }: PolicyFacts): string[] {
  return [
    p`
    This website, ${brand}, is a blog with a selection of recommended products and a newsletter. It is run by
    ${ownerName}, called “we” in this policy, who is responsible for the information that it describes. The policy
    explains what happens to information about you when you read the site, use its forms or follow its links. It does
    not cover other websites that we link to.`,
    p`${lines(ownerName, postalAddress)}`,
    ...(email ? [p`Email: ${mailLink(email)}`] : []),
  ]
}

/** The paragraphs about companies whose machines a reader's browser talks to. */
function otherCompanies({ videos, hosts }: PolicyFacts): string[] {
  return [
    ...(videos.length > 0
      ? [
          p`
          Some pages show videos of ${enumerate(videos)}. A video is loaded only when you press play. Your browser then
          requests it from that company, which learns your IP address and the name of our site and may store data in
          your browser, under its own privacy policy.`,
        ]
      : []),
    ...(hosts.cdn
      ? [
          p`
          Pages and images reach you through machines of ${hosts.cdn}, which stores copies of them and learns your IP
          address when it sends them to you.`,
        ]
      : []),
  ]
}

const notForChildren = (age: number) => p`
  The site is not directed at children under ${age}, and we do not knowingly collect information from them. If you
  believe that a child has sent us personal information, please tell us and we will delete it.`

const forChildren = p`
  The site is also meant for readers under 16. They can read all of it without telling us anything. Please ask a parent
  before you sign up for the newsletter or write to us if you are under 16. A parent can ask us at any time to show or
  delete what we hold about a child.`

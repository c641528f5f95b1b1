import type { PaidContent } from '../../content/paid-content/paid-content.repo.ts'
import { enumerate, type LegalSection, li, mailLink, p, ul } from './legal-html.ts'
import type { PolicyFacts } from './policy-facts.repo.ts'

export function affiliateDisclosure(content: PaidContent, facts?: PolicyFacts): LegalSection[] {
  return [
    {
      title: '1. How This Site Earns Money',
      body: [
        p`
        Some of the links on this site are affiliate links. If you follow one and buy something, the shop or its
        affiliate network may pay me a small commission. These commissions help pay for the products I try, the
        hosting and the time it takes to write.`,
        ...(facts ? programParagraphs(facts) : []),
      ],
    },
    {
      title: '2. What It Costs You',
      body: [
        p`
        <strong>Nothing extra.</strong> I may earn a commission at no additional cost to you: the commission comes out
        of the shop’s share, and using my link adds nothing to your price. You never have to use a link to read an
        article, and you are always free to look for the same product elsewhere.`,
      ],
    },
    paidContentSection(content),
    {
      title: '4. How Products Are Chosen',
      body: [
        p`
        I choose products for people who are new to skincare. I ask of each one:`,
        ul(
          li`
          Does it have a clear place in a simple routine?`,
          li`
          Does the label say plainly what is in it and how to use it?`,
          li`
          Is the price fair for what you get?`,
          li`
          Would I suggest it to a friend if there were no commission at all?`,
        ),
        p`
        The size of a commission plays no part in that choice. Products that I no longer recommend are taken out of
        the shop.`,
      ],
    },
    {
      title: '5. How Affiliate Links Are Marked',
      body: [
        ul(
          li`
          Every button that says <strong>Shop Now</strong> or <strong>Buy now</strong> is an affiliate link, wherever
          it stands, including in search results.`,
          li`
          The product section on the home page and the shop page carry a notice about affiliate links.`,
          li`
          Affiliate links open in a new tab, so this site stays where you left it.`,
          li`
          In the code of the page they are labeled “sponsored”, which is how search engines recognize them.`,
        ),
        p`
        The label “sponsored” is the technical word for any link that can earn money. It does not mean that a brand
        paid for the link to be there.`,
      ],
    },
    {
      title: '6. What a Click Records',
      body: [
        p`
        When you follow an affiliate link, this site records <strong>the product and the placement</strong>: which
        product it was, where on the site the link stood, the article it stood in, if any, and when it was followed.
        It never records the person. No IP address and no cookie is stored for these statistics.`,
        p`
        The shop you visit and its affiliate network have their own rules and may use cookies to connect a purchase
        with the link. They may report to me that a link led to a sale and what I earned. The <a
        href="/privacy-policy">Privacy Policy</a> says more about this.`,
      ],
    },
    {
      title: '7. Prices and Availability',
      body: [
        p`
        Outside shops set their own prices and decide what they stock, and both can change after I have listed a
        product. What the shop shows when you buy is what counts. Orders, delivery, returns and payments are between
        you and the shop.`,
      ],
    },
    {
      title: '8. Opinions, Not Medical Advice',
      body: [
        p`
        Everything here is my own opinion from everyday use, and your skin may respond differently. Nothing on this
        site is medical advice. Please read the label, try a new product on a small area first, and ask a doctor or
        pharmacist if you have a skin condition or a concern.`,
      ],
    },
    {
      title: '9. Questions',
      body: [
        p`
        If you are not sure whether a link is an affiliate link, or if something here is unclear, please ask me
        through the <a href="/contact">contact page</a>.`,
        ...(facts?.email ? [p`You can also write to ${mailLink(facts.email)}.`] : []),
      ],
    },
  ]
}

/** Who earns, and through which programs. */
function programParagraphs({ brand, ownerName, programs }: PolicyFacts): string[] {
  return [
    p`${brand} is run by ${ownerName}, who earns these commissions.`,
    ...(programs.length > 0 ? [p`The programs and networks that I take part in are ${enumerate(programs)}.`] : []),
  ]
}

/** The section about gifts and sponsors, without a claim that the site contradicts. */
function paidContentSection({ isPaid, hasGifts }: PaidContent): LegalSection {
  const unpaid = p`
    Brands and shops cannot pay to appear on this site, to be listed higher, to be described more kindly or to
    have criticism removed. I publish no paid reviews, and nobody sees or approves an article before you do.`
  const paid = p`
    Some articles and products here owe something to a brand, such as a payment, a partnership or a gift. Each of
    them says so near its beginning or at its name.`
  const gifts = p`
    Some products here were gifts from their brands. Each of them says so at its name, wherever it is shown on
    this site.`
  const promise = p`
    If I ever work with a brand in another way, or a brand sends me something for free, the article concerned says
    so clearly near its beginning. That does not buy a recommendation.`
  return {
    title: isPaid ? '3. Work With Brands' : '3. No Sponsored Placement',
    body: [isPaid ? paid : unpaid, ...(hasGifts ? [gifts] : []), promise],
  }
}

/** The description of the page for search engines. */
export function disclosureDescription({ isPaid }: PaidContent): string {
  const start = 'How this site earns money: commissions at no extra cost to you'
  return isPaid ? `${start}.` : `${start}, and no sponsored placement.`
}

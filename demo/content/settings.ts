import { defaultMenus, type Menus } from '../../src/contract/content/menus.ts'

const entry = (label: string, href: string) => ({ label, target: { kind: 'address' as const, href }, isHidden: false })

/** Everything that the demo has a list of; the name of the site leads home, and the footer to the contact page. */
export const demoMenus: Menus = {
  ...defaultMenus,
  header: [
    entry('Blog', '/blog'),
    entry('Shop', '/shop'),
    entry('Ingredients', '/ingredients'),
    entry('Routines', '/routines'),
    entry('About', '/about'),
  ],
}

/** The settings of the demo's writer. */
export const demoSettings = {
  email: 'hello@dewlight.example',
  location: 'Portland, Maine, USA',
  ownerName: 'Nora Ellery',
  postalAddress: 'PO Box 1204\nPortland, ME 04104, USA',
  pinterest: 'https://www.pinterest.com/',
  instagram: 'https://www.instagram.com/',
  categoriesHeading: 'Browse by Topic',
  featuredHeading: 'Worth Reading First',
  postsHeading: 'Fresh from the Notebook',
  productsHeading: 'On My Shelf',
  shopHeading: 'Bottles I Finish',
  /** Each card shows the category of its post. */
  cardBadge: '',
  authorName: 'Nora Ellery',
  authorBio:
    'Nora Ellery lives in Portland, Maine, with a small bathroom and a large notebook. She is not a dermatologist. She finishes the bottle before she writes about it, pays for nearly all of them, and answers every reader who asks which one to open first.',
  /** One a line. */
  authorLinks: 'https://www.pinterest.com/\nhttps://www.instagram.com/',
  aboutText:
    `Hi, I’m Nora Ellery. I write about skincare for people who are just beginning, because I remember very well what beginning felt like: a shelf of forty bottles, a drugstore receipt I tried not to look at, and no idea which one to open first.

I’m not a dermatologist, and nothing here replaces one. I’m a patient reader of labels with a notebook, a small bathroom and a stubborn belief that three products you use every day beat twelve that you forget. If something on your skin worries you, please show it to a doctor before you show it to a blog.

Everything I recommend, I have used. I buy nearly everything myself, at the normal price (the few gifts say so where they stand), and keep each one in my routine for at least four weeks before I write a word. I introduce one thing at a time, take notes on texture, scent, price and how it sits under sunscreen, and finish the package whenever I can. If I stop liking something later, I go back and say so.

Dewlight earns money through affiliate links. When you buy through one, the shop may pay me a small commission, and you pay the same price as always. No brand can buy a place on this site or a kinder sentence in a post, and plenty of what I suggest is the cheap option, or nothing new at all.

What I hope you find here is a little calm. Start with a cleanser, a moisturizer and a sunscreen. Give them time. Ask me anything along the way; I read every message, and the best articles on this site began as a reader’s question.
`.trim(),
}

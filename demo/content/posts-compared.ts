import type { DemoPost } from './demo-post.ts'

/** Articles that compare products after using them up; each body is `articles/<slug>.html`. */
export const comparedPosts: DemoPost[] = [
  {
    slug: 'four-gentle-cleansers-compared',
    title: 'Four Gentle Cleansers I Finished, Compared',
    excerpt:
      'A gel, a foam, a milky one and a bar, each used until nothing came out: what they cost, how they feel, and which face each of them suits.',
    category: 'cleansing',
    keywords: 'gentle cleanser, cleanser comparison, fragrance-free cleanser, gel or cream cleanser',
    metaTitle: 'Four Gentle Cleansers, Compared | Dewlight',
    metaDescription:
      'Four gentle cleansers used until they were empty and compared in one table: price by the milliliter, texture, scent, and whom each of them suits.',
    pinText:
      'I finished four cleansers before I wrote a word about them. One table, four faces, and the eight-dollar bar that surprised me.',
    imageAlt: 'Four empty cleansers upside down: a bottle, a pump, a bar and a second pump',
    pictures: [
      'Four puddles of cleanser on slate, from no foam at all to a lot',
      'A gel, a milky cleanser, a bar and a foam with the weeks that each lasted: 11, 10, 7 and 9',
    ],
    daysAgo: 15,
  },
  {
    slug: 'five-sunscreens-for-five-mornings',
    title: 'Five Sunscreens for Five Kinds of Mornings',
    excerpt:
      'The desk, the makeup, the sore face, the bare Saturday and the whole day outside: one sunscreen for each, at the full amount.',
    category: 'sun-care',
    keywords: 'best sunscreen for face, sunscreen comparison, mineral sunscreen, sunscreen stick, spf 50',
    metaTitle: 'Five Sunscreens for Five Mornings | Dewlight',
    metaDescription:
      'Five sunscreens compared at the full amount: how they feel, how they look on skin, what a month of each costs, and which morning each is for.',
    pinText:
      'The best sunscreen for what? Five of them, for a desk, a wedding, a sore face, a bare Saturday and a day on a lake.',
    imageAlt: 'Five suns of different sizes above five vessels: a tube, a bottle, a dense tube, a tin and a stick',
    pictures: [
      'Five smears in a row: white, milky, clear, waxy and beige',
      'A door with a hat, keys, a bag and a sun stick on hooks',
    ],
    daysAgo: 26,
  },
]

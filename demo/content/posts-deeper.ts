/** Demo articles on treatments, sensitive skin and routines; each body is `articles/<slug>.html`. */

import type { DemoPost } from './demo-post.ts'

export const deeperPosts: DemoPost[] = [
  {
    slug: 'retinol-for-beginners',
    title: 'Retinol for Beginners: Start Slow, Stay Patient',
    excerpt:
      'A calm twelve-week calendar for your first bottle of retinol, with the pea-sized amount, the sandwich method, and who should ask a doctor first.',
    category: 'treatments',
    keywords: 'retinol for beginners, how to start retinol, retinol sandwich method, vitamin a skincare',
    metaTitle: 'Retinol for Beginners: Start Slow | Dewlight',
    metaDescription:
      'How to start retinol without the peeling: a slow twelve-week calendar, how much to use, what to skip, and who should ask a doctor first.',
    pinText:
      'I used retinol six nights in a row and shed like a croissant. Here’s the slow, boring calendar I follow now: one pea, one night a week, and plenty of moisturizer.',
    imageAlt: 'The words “12 weeks” with a smear of pale yellow cream across them',
    pictures: [
      'A paper-cut fingertip with a pea of cream, and another pea of the same size next to it',
      'Diagram of three layers: moisturizer, retinol, moisturizer',
    ],
    daysAgo: 34,
    update: { daysAgo: 11, note: 'Added the tube that I finished, and what weeks three and four looked like.' },
    featured: true,
  },
  {
    slug: 'niacinamide-for-beginners',
    title: 'Niacinamide: The Easygoing Ingredient',
    excerpt:
      'What niacinamide may do for your skin, why 5 percent is usually plenty, what it mixes with, and how to tell when it isn’t for you.',
    category: 'treatments',
    keywords: 'niacinamide for beginners, niacinamide serum, vitamin b3 skincare, gentle serum',
    metaTitle: 'Niacinamide for Beginners | Dewlight',
    metaDescription:
      'A plain guide to niacinamide: which percentage to buy, where it goes in your routine, what it mixes with, and how long a fair trial takes.',
    pinText:
      'Niacinamide is the dinner guest who brings a salad and helps with the dishes. What it may do for you, how much you need, and why 10 percent wasn’t better for me.',
    imageAlt: 'The figure “5 %” under a smear of clear gel',
    pictures: [
      'A gauge from 2 to 10 percent with the stretch from 2 to 5 shaded',
      'A thin, clear gel sliding off a small spatula',
    ],
    daysAgo: 19,
  },
  {
    slug: 'exfoliating-acids-explained',
    title: 'AHA, BHA, PHA: Exfoliating Acids Explained Without the Chemistry Exam',
    excerpt:
      'Three families of exfoliating acids side by side, how to choose a gentle first one, what an acid night looks like, and when to leave them alone.',
    category: 'treatments',
    keywords: 'exfoliating acids, aha vs bha, pha exfoliant, chemical exfoliation for beginners, lactic acid',
    metaTitle: 'AHA, BHA, and PHA Explained Simply | Dewlight',
    metaDescription:
      'AHA, BHA, or PHA? A beginner’s guide to exfoliating acids with a simple comparison table, a cautious first schedule, and signs of too much.',
    pinText:
      'AHA, BHA, PHA: you need far less chemistry than you think. One table, one cautious evening a week, and permission to skip the whole shelf.',
    imageAlt: 'Three heaps of crystals, from coarse to fine',
    pictures: [
      'Diagram of three molecules of growing size above the surface of skin: glycolic, lactic, gluconolactone',
      'Seven nights in a row: one acid night, one retinol night, five plain ones',
    ],
    daysAgo: 5,
  },
  {
    slug: 'build-a-routine-for-sensitive-skin',
    title: 'A Gentle Routine for Sensitive Skin',
    excerpt:
      'Two weeks with a shoebox, three plain products, and one change at a time: a quiet morning and evening routine for skin that reacts to everything.',
    category: 'sensitive-skin',
    keywords: 'sensitive skin routine, fragrance-free skincare, gentle skincare, reactive skin',
    metaTitle: 'A Gentle Routine for Sensitive Skin | Dewlight',
    metaDescription:
      'A simple morning and evening routine for sensitive skin: what to put away first, what to look for on labels, and how to add products back.',
    pinText:
      'If your skin objects to everything, start by putting things in a shoebox. A plain three-product routine, and how to add something back without guessing.',
    imageAlt: 'A shoebox full of bottles with three plain products next to it',
    pictures: [
      'A shoebox from above with bottles in it, labeled acids, scrub, retinol, mask',
      'A calendar on a refrigerator with a handwritten note between other appointments',
    ],
    daysAgo: 68,
  },
  {
    slug: 'how-to-patch-test',
    title: 'How to Patch Test (and Why I Finally Do It)',
    excerpt:
      'A ten-day patch test that takes ten seconds a day: where to put the product, what to look for, and which results mean you should stop.',
    category: 'sensitive-skin',
    keywords: 'how to patch test, patch test skincare, skincare reaction, testing new products',
    metaTitle: 'How to Patch Test Skincare at Home | Dewlight',
    metaDescription:
      'How to patch test a new skincare product at home, day by day: where, how long, how to read the result, and when a doctor should take a look.',
    pinText:
      'Ten seconds a day beside the kettle could save you a red cheek in the family photos. Here’s how I patch test every new product, day by day.',
    imageAlt: 'A square plaster with one corner lifted',
    pictures: [
      'A paper-cut arm with a spot of cream on its inside, and a quarter of the same size',
      'Ten small circles for ten days, nine of them calm and one pink',
    ],
    daysAgo: 43,
  },
  {
    slug: 'repair-your-skin-barrier',
    title: 'Your Skin Barrier: What It Is and How to Be Kind to It',
    excerpt:
      'When even plain moisturizer stings, your skin may be asking for a rest. How the barrier works, what wears it down, and two boring weeks that help.',
    category: 'sensitive-skin',
    keywords: 'skin barrier, damaged skin barrier, over-exfoliated skin, ceramide moisturizer, stinging skin',
    metaTitle: 'Be Kind to Your Skin Barrier | Dewlight',
    metaDescription:
      'What the skin barrier is, the signs that yours needs a rest, and the simple two-week routine I follow when even my plain moisturizer stings.',
    pinText:
      'The day my plainest moisturizer stung, I blamed the jar. It was my skin asking for a rest. Two boring weeks, step by step, with nothing new to buy.',
    imageAlt: 'A brick wall with some mortar missing, sheltered by a roof of cream',
    pictures: [
      'Diagram of a brick wall: cells as bricks, with ceramides, cholesterol and fatty acids as mortar',
      'A windowsill with four bottles crossed out and one jar left',
    ],
    daysAgo: 16,
  },
  {
    slug: 'your-first-skincare-routine',
    title: 'Your First Skincare Routine, in Three Steps',
    excerpt:
      'Cleanse, moisturize, wear sunscreen. How much of each, when to use it, and how to start without turning your bathroom into a laboratory.',
    category: 'routines',
    keywords: 'first skincare routine, simple skincare routine, beginner skincare, three step routine',
    metaTitle: 'Your First Skincare Routine: Three Steps | Dewlight',
    metaDescription:
      'A first skincare routine with only three steps: how to wash, moisturize, and wear sunscreen, with amounts, timing, and an easy first month.',
    pinText:
      'Eleven steps? You need three. A first skincare routine with real amounts, an easy first month, and everything that can wait.',
    imageAlt: 'A cleanser, a cream and a sunscreen numbered 1, 2 and 3',
    pictures: [
      'Three amounts in a row: a teaspoon of cleanser, a blueberry of cream, two fingers of sunscreen',
      'A calendar page with days 1 to 4, 5 to 8, and from 9 marked in three tints',
    ],
    daysAgo: 89,
    update: { daysAgo: 20, note: 'Put the steps on a card that can be printed.' },
    featured: true,
  },
  {
    slug: 'morning-and-evening-order',
    title: 'What Goes On First? The Order of a Routine, Morning and Evening',
    excerpt:
      'Thin before thick, sunscreen last. One table with the whole order, the amounts, and the waits, plus a real morning and evening with times.',
    category: 'routines',
    keywords: 'skincare order, morning skincare routine, evening skincare routine, how to layer skincare',
    metaTitle: 'Skincare Order, Morning and Evening | Dewlight',
    metaDescription:
      'Which skincare product goes on first? One simple table for morning and evening, with amounts and waiting times, and the two rules behind it.',
    pinText:
      'Serum over oil, and I wondered why it did nothing. Two rules and one table settle the order of your routine, morning and evening.',
    imageAlt: '“A.M.” above “P.M.”, with a smear of cream between day and night',
    pictures: [
      'Two drops on a tilted surface, the thinner one running ahead',
      'Two rows of small icons in order, one for the morning and one for the evening',
    ],
    daysAgo: 54,
  },
  {
    slug: 'skincare-on-a-budget',
    title: 'Skincare on a Budget: Where to Spend and Where to Save',
    excerpt:
      'What a product costs by the month, what I pay a little more for, what I buy as cheaply as I can, and seven ways I’ve wasted money on my face.',
    category: 'routines',
    keywords: 'skincare on a budget, affordable skincare, cheap skincare routine, cost per month',
    metaTitle: 'Skincare on a Budget: Spend or Save? | Dewlight',
    metaDescription:
      'How to build a good skincare routine on a budget: compare costs by the month, spend where it counts, save on the rest, and waste less.',
    pinText:
      'That $34 sunscreen may cost you $51 a month. A simple way to compare prices, plus where I spend, where I save, and how I’ve wasted money.',
    imageAlt: 'A price tag that says $39.50, the whole routine',
    pictures: [
      'Bar chart of cost per month: cleanser 6, moisturizer 10.67, sunscreen 11.25, fancy sunscreen 51, serum 5.40 dollars',
      'A plastic tube cut open with scissors, with cream left in its fold',
    ],
    daysAgo: 29,
    update: {
      daysAgo: 4,
      note: 'Checked all prices again; the whole routine now comes to thirty-nine dollars and fifty cents.',
    },
  },
  {
    slug: 'travel-routine-in-one-small-bag',
    title: 'A Travel Routine That Fits in One Small Bag',
    excerpt:
      'My five-day packing list in milliliters, how to decant without leaks, what I leave at home, and what I’d take if there were room for only two things.',
    category: 'routines',
    keywords:
      'travel skincare routine, carry-on skincare, travel size skincare, packing toiletries, skincare on a plane',
    metaTitle: 'A Travel Routine in One Small Bag | Dewlight',
    metaDescription:
      'A travel skincare routine the size of a paperback: exact amounts for five days, decanting without leaks, carry-on tips, and what stays home.',
    pinText:
      'My old toiletry bag weighed five pounds and had no sunscreen in it. The new one is the size of a paperback. Here’s the exact list, in milliliters.',
    imageAlt: 'A paperback and a pouch of exactly the same size',
    pictures: [
      'Six small items laid out flat with their milliliters written next to them',
      'A small bottle, four-fifths full, with plastic film under its screw cap',
    ],
    daysAgo: 2,
  },
  {
    slug: 'winter-skin-checklist',
    title: 'A Winter Checklist for Comfortable Skin',
    excerpt:
      'Cooler showers, a second thin layer, a clean humidifier: a room-by-room list for the months when your face feels a size too small.',
    category: 'moisturizing',
    keywords: 'winter skincare, dry winter skin, winter skin checklist, humidifier for skin, chapped lips',
    metaTitle: 'A Winter Checklist for Comfortable Skin | Dewlight',
    metaDescription:
      'A room-by-room winter skin checklist: cooler showers, layered moisturizer, humidity, hands, and lips, plus when dry skin deserves a doctor.',
    pinText:
      'In winter my skin wants a lid. Save this room-by-room checklist for the first papery morning: most of what’s on it isn’t for sale.',
    imageAlt: 'An ice-blue glaze with fine cracks all over it',
    pictures: [
      'Plan of a small home with a check mark in the bathroom, bedroom, kitchen and hall',
      'A hand in an old cotton glove next to a tube of cream',
    ],
    daysAgo: -6,
  },
  {
    slug: 'reading-an-ingredient-list',
    title: 'How to Read an Ingredient List Without Panicking',
    excerpt:
      'Forty tiny words on the back of a bottle, and the few I look at: what the order means, which long names are harmless, and what no list can tell you.',
    category: 'routines',
    keywords: 'how to read an ingredient list, skincare labels, ingredient order, inci list',
    metaTitle: 'How to Read an Ingredient List | Dewlight',
    metaDescription:
      'How to read a skincare ingredient list without panicking: what the order tells you, why long names aren’t a warning, and what labels leave out.',
    pinText:
      'Most of a skincare label fits in its first five words. How to read the back of the bottle calmly, and what it can never tell you.',
    imageAlt: 'A long label unrolled like a receipt, its first five lines bright and the rest gray',
    pictures: [
      'A label with a line drawn where the amounts fall to one percent',
      'Three labels in pairs: vitamin E and tocopherol, shea butter and butyrospermum parkii butter, salt and sodium chloride',
    ],
    daysAgo: null,
  },
]

import type { DemoPost } from './demo-post.ts'

/** Cleansing, moisturizing, sun care and the first treatment; the text of each is `articles/<slug>.html`. */
export const basicsPosts: DemoPost[] = [
  {
    slug: 'how-to-wash-your-face',
    title: 'How to Wash Your Face Properly: A Beginner’s Guide',
    excerpt:
      'Lukewarm water, a blueberry of cleanser and about a minute: how to wash your face so that it feels clean without feeling tight.',
    category: 'cleansing',
    keywords: 'how to wash your face, face washing for beginners, gentle cleanser, cleansing routine',
    metaTitle: 'How to Wash Your Face Properly | Dewlight',
    metaDescription:
      'A beginner’s guide to washing your face: how warm, how long, how much cleanser, morning or evening, and a five-minute check afterward.',
    pinText:
      'If your face feels tight after washing, it isn’t extra clean. Seven small steps, about two minutes, and a five-minute check that tells you whether your cleanser suits you.',
    imageAlt: 'A wet ring that a basin has left, with drops of water and a folded cloth next to it',
    pictures: [
      'A dab of clear gel, a blueberry of the same size, and a teaspoon of thin cream in a row',
      'A paper-cut head with the hairline, nostril creases, jaw and the strip before the ear marked',
    ],
    daysAgo: 86,
  },
  {
    slug: 'double-cleansing-for-beginners',
    title: 'Double Cleansing: Who Needs It and Who Doesn’t',
    excerpt:
      'Two cleansers can be a real help after sunscreen and makeup, or one bottle too many. A damp white cloth will tell you which.',
    category: 'cleansing',
    keywords: 'double cleansing, cleansing balm, cleansing oil, how to remove sunscreen, makeup removal',
    metaTitle: 'Double Cleansing: Who Needs It? | Dewlight',
    metaDescription:
      'What double cleansing does, who will like it, who can skip it, and how to use a cleansing oil or balm without leaving a greasy film behind.',
    pinText:
      'You may only need to double cleanse on Saturdays. Try the white-cloth test before you buy a second bottle, and don’t skip the milky stage.',
    imageAlt: 'A folded white cloth, one half beige with makeup and one half clean',
    pictures: [
      'Cleansing balm in three stages: a waxy scoop, clear oil, and milky rinse water',
      'A paper-cut hand with a scoop of balm, and a grape of the same size next to it',
    ],
    daysAgo: 61,
  },
  {
    slug: 'choosing-your-first-cleanser',
    title: 'Oil, Balm, Gel or Cream: Choosing Your First Cleanser',
    excerpt:
      'Nearly every cleanser in the store belongs to one of four families. Here is how to choose yours, read the back, and give it a fair two weeks.',
    category: 'cleansing',
    keywords: 'first cleanser, gel or cream cleanser, cleanser for beginners, cleansing balm, oil cleanser',
    metaTitle: 'Oil, Balm, Gel or Cream Cleanser? | Dewlight',
    metaDescription:
      'Compare oil, balm, gel and cream cleansers in one table, learn to read the label in thirty seconds, and try your choice for two weeks.',
    pinText:
      'Forty cleansers on the shelf, four families that matter. Find yours by thinking about your forehead at three o’clock yesterday afternoon.',
    imageAlt: 'Four smears in a row: oil, balm, gel foam and cream',
    pictures: [
      'The back of a bottle under a magnifying glass, with the first five lines sharp',
      'A square of tissue with an oily mark in the shape of a T',
    ],
    daysAgo: 23,
  },
  {
    slug: 'find-the-right-moisturizer',
    title: 'How to Find the Right Moisturizer for Your Skin Type',
    excerpt:
      'Leave your face bare for an hour, press a tissue to it, and choose a texture before you choose an ingredient. A guide for all skin types.',
    category: 'moisturizing',
    keywords: 'right moisturizer, moisturizer for skin type, skin type test, moisturizer for beginners',
    metaTitle: 'How to Find the Right Moisturizer | Dewlight',
    metaDescription:
      'Find your skin type with an hour and a tissue, then match a gel, lotion or cream to it. How much to use, and how long to give it.',
    pinText:
      'Before you buy another moisturizer, try the bare-face hour: wash, wait, and press a tissue to your cheeks. It costs nothing and answers most of the question.',
    imageAlt: 'Three textures smeared side by side, from clear gel to thick cream',
    pictures: [
      'A square of blotting tissue with an oily T, and the words dry, oily, combination and normal around it',
      'A large pea next to a dab of lotion of the same size',
    ],
    daysAgo: 79,
    update: { daysAgo: 13, note: 'Replaced a lotion that is sold out everywhere.' },
  },
  {
    slug: 'humectants-emollients-occlusives',
    title: 'Humectants, Emollients, Occlusives: Moisturizer Labels Made Simple',
    excerpt:
      'Three long words explain nearly every moisturizer. Learn what each group does, which names to look for, and how to read a label in a minute.',
    category: 'moisturizing',
    keywords: 'humectants, emollients, occlusives, moisturizer ingredients, how to read a skincare label',
    metaTitle: 'Humectants, Emollients, Occlusives | Dewlight',
    metaDescription:
      'What humectants, emollients and occlusives do in a moisturizer, with a table of ingredient names and two sample labels read line by line.',
    pinText:
      'They sound like a law firm, but these three words explain almost any moisturizer label. Seven minutes of reading, and the aisle gets a lot shorter.',
    imageAlt: 'Drops of water, a smooth golden film over them and a thick layer of wax over both',
    pictures: [
      'Diagram of three layers on skin: drops of water, a smooth film, a lid',
      'Three small dishes with clear glycerin, silky squalane and golden petrolatum',
    ],
    daysAgo: 47,
  },
  {
    slug: 'dry-or-dehydrated-skin',
    title: 'Dry or Dehydrated? How to Tell, and What to Do About It',
    excerpt:
      'Shiny and tight at the same time? Your skin may be short of water and not of oil. Small checks for home, and a two-week plan for each.',
    category: 'moisturizing',
    keywords: 'dry skin, dehydrated skin, dry or dehydrated, tight skin, winter skincare',
    metaTitle: 'Dry or Dehydrated Skin? How to Tell | Dewlight',
    metaDescription:
      'Dry skin is short of oil, dehydrated skin is short of water. How to tell them apart at home, what to change first, and when to see a doctor.',
    pinText:
      'Shiny at two in the afternoon, yet tight as a drum? Ask when it started: “always” and “since the heat came on” lead to two different shelves.',
    imageAlt: 'A cracker and a wrinkled grape side by side on a plate',
    pictures: [
      'A round humidity gauge showing 22 percent next to a radiator',
      'A silhouette by a window, with fine crinkles where one fingertip pushes up the cheek',
    ],
    daysAgo: 12,
  },
  {
    slug: 'how-much-sunscreen-do-you-need',
    title: 'How Much Sunscreen Do You Really Need?',
    excerpt:
      'About half a teaspoon for face, ears and neck, which is more than it sounds. A table in kitchen spoons, and how to wear that much comfortably.',
    category: 'sun-care',
    keywords: 'how much sunscreen, two finger rule, sunscreen amount, reapply sunscreen, spf for beginners',
    metaTitle: 'How Much Sunscreen Do You Need? | Dewlight',
    metaDescription:
      'How much sunscreen to use on your face and body, in teaspoons: the two-finger rule put to the test, the spots we miss, and when to reapply.',
    pinText:
      'My 50-milliliter tube lasted ten months. It should have lasted twenty days. Here’s how much sunscreen you need, measured in ordinary kitchen spoons.',
    imageAlt: 'The words “½ tsp” with a smear of sunscreen across them',
    pictures: [
      'A paper-cut hand with two lines of sunscreen along index and middle finger',
      'A calendar with twenty crossed-off days and one empty 50-milliliter tube',
    ],
    daysAgo: 72,
    update: { daysAgo: 8, note: 'Measured the two-finger rule again with a wider tube, and added what a month costs.' },
    featured: true,
  },
  {
    slug: 'mineral-or-chemical-sunscreen',
    title: 'Mineral or Chemical Sunscreen: A Calm Comparison',
    excerpt:
      'Texture, white cast, stinging eyes, safety and reefs: what is known about both kinds of sunscreen, what is not, and how to pick one to wear.',
    category: 'sun-care',
    keywords: 'mineral sunscreen, chemical sunscreen, zinc oxide, mineral vs chemical sunscreen, white cast',
    metaTitle: 'Mineral or Chemical Sunscreen? | Dewlight',
    metaDescription:
      'Mineral and chemical sunscreens compared without the shouting: how they feel, what we know about safety and reefs, and which to try first.',
    pinText:
      'One side says poison, the other says paste. Here’s the mineral or chemical question at a normal volume, with a table and a one-week test.',
    imageAlt: 'Two smears on brown: a thick white one and a clear one',
    pictures: [
      'Swatches of white mineral cream, tinted mineral and clear fluid on three skin tones',
      'Diagram of light rays meeting a layer of particles and a clear film; both swallow most of them',
    ],
    daysAgo: 40,
  },
  {
    slug: 'sunscreen-under-makeup',
    title: 'How to Wear Sunscreen Under Makeup Without Pilling',
    excerpt:
      'Those little gray crumbs usually have a dull cause and a free fix. A hand test for the night before, and a morning order with times.',
    category: 'sun-care',
    keywords: 'sunscreen under makeup, sunscreen pilling, makeup over spf, morning skincare order',
    metaTitle: 'Sunscreen Under Makeup, No Pilling | Dewlight',
    metaDescription:
      'Why sunscreen pills under makeup and how to stop it: a hand test, a timed morning order, quick rescues, and how to top up over a finished face.',
    pinText:
      'Sunscreen crumbling under your foundation? Test the pair on the back of your hand tonight. It takes fifteen minutes and may save you a new bottle.',
    imageAlt: 'The letters SPF, half covered by a smear of foundation',
    pictures: [
      'Two patches of foundation: a smooth one that was tapped on, and one that was rubbed and has rolled up',
      'A clock face from seven o’clock to twenty-one past, with six moments marked',
    ],
    daysAgo: 9,
  },
  {
    slug: 'vitamin-c-for-beginners',
    title: 'Vitamin C for Beginners: What It Does and How to Start',
    excerpt:
      'What vitamin C can reasonably do for your skin, which form to begin with, how to keep it from spoiling, and a slow plan for the first weeks.',
    category: 'treatments',
    keywords: 'vitamin c for beginners, vitamin c serum, l-ascorbic acid, how to use vitamin c',
    metaTitle: 'Vitamin C for Beginners | Dewlight',
    metaDescription:
      'A beginner’s guide to vitamin C serum: what to expect, L-ascorbic acid or a milder form, how to store it, and a five-week plan to start slowly.',
    pinText:
      'Yes, some vitamin C serums smell of hot dogs. Here’s what the ingredient can do, what it can’t, and how to begin with four drops every third morning.',
    imageAlt: 'Three drops of serum, from pale straw to strong tea',
    pictures: [
      'Four vials in a row, from clear over straw and yellow to brown',
      'The bottom of an amber bottle with a date written on it: opened March 3',
    ],
    daysAgo: 66,
  },
]

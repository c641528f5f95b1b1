import { type DemoIngredient, source } from './demo-ingredient.ts'

/** Vitamins and peptides; further ones are in `ingredients-acids.ts` and `ingredients-moisture.ts`. */
export const activeIngredients: DemoIngredient[] = [
  {
    slug: 'niacinamide',
    name: 'Niacinamide',
    inci: 'Niacinamide',
    synonyms: ['Vitamin B3', 'Nicotinamide', 'Nicotinic acid amide'],
    summary: 'A mild form of vitamin B3 that suits most routines and asks for very little.',
    whatItDoes: `Niacinamide dissolves in water and keeps well in a bottle, so it turns up in serums, creams, cleansers and sunscreens. You may own some already.

With steady use it may help skin hold on to water, look a little less shiny by the afternoon and look more even in tone. The changes are modest and slow. Two to three months is a fair trial.

It is usually comfortable. Some people flush or itch, more often at 10 percent than at 5.`,
    evidence:
      'Many controlled studies, most of them small, at 2 to 5 percent. Good for a cosmetic ingredient; there is little to show that more than 5 percent does more.',
    evidenceLevel: 'moderate',
    strengths: '2 to 5 percent is plenty for a first bottle. 10 percent is common and more likely to sting.',
    goesWith: [
      { name: 'Retinol', note: 'A moisturizer with niacinamide over retinol makes the night more comfortable.' },
      { name: 'Hyaluronic acid', note: 'Either order works; put the thinner one on first.' },
      { name: 'Ceramides', note: 'Often in the same cream already.' },
    ],
    keepApart: [],
    startSlowly: 'Every second evening for two weeks, then every evening if nothing stings.',
    pregnancyNote:
      'Generally thought of as one of the untroubled ones on the skin. Your doctor or midwife knows your case, so ask before you start anything new.',
    sources: [
      { title: 'DermNet: Nicotinamide', url: 'https://dermnetnz.org/topics/nicotinamide' },
      {
        title: 'Journal of Cosmetic Dermatology, 2014: A review of nicotinamide (PubMed 25399625)',
        url: 'https://pubmed.ncbi.nlm.nih.gov/25399625/',
      },
    ],
    isLinked: true,
  },
  {
    slug: 'retinol',
    name: 'Retinol',
    inci: 'Retinol',
    synonyms: ['Vitamin A', 'Vitamin A1'],
    summary: 'A form of vitamin A for the evening: well studied, slow, and best started in small steps.',
    whatItDoes: `Skin turns retinol, step by step, into the form of vitamin A that it can use. Over months of steady use it can make skin look smoother and more even, and it can soften the look of fine lines.

It breaks down in light and air, so an opaque tube or an airless pump keeps it better than a glass dropper.

Dryness, a few flakes and a faint pinkness are common in the first weeks. Burning that lasts, swelling or raw patches are not part of getting used to it: stop, and see a doctor if they stay.`,
    evidence:
      'Many controlled studies on retinoids as a family; fewer, and often smaller, on retinol as it is sold in shops. Strength and packaging differ so much that no study speaks for your bottle.',
    evidenceLevel: 'moderate',
    strengths: '0.1 to 0.3 percent for a first one. The European Union limits retinol in face products to 0.3 percent.',
    goesWith: [
      { name: 'Ceramides', note: 'A plain cream before and after takes some of the edge off.' },
      { name: 'Niacinamide', note: 'Comfortable for most people, as long as you did not start both in one month.' },
      { name: 'Squalane', note: 'A few drops over the cream on the driest nights.' },
    ],
    keepApart: [
      { name: 'Glycolic acid', note: 'Both can irritate. Use them on different nights, and only once each is boring.' },
      { name: 'Salicylic acid', note: 'The same: different nights, or only one of the two.' },
      {
        name: 'Vitamin C',
        note: 'Nothing spoils, but mornings for one and evenings for the other is easier on your face.',
      },
    ],
    startSlowly: 'One night a week for two weeks, two nights for four weeks, then three if your skin stays calm.',
    pregnancyNote:
      'Leave it out if you are pregnant, trying to become pregnant or breastfeeding, and talk to your doctor. That is the standard advice for all retinoids.',
    sources: [
      source.retinoids,
      { title: 'DermNet: Topical retinoids', url: 'https://dermnetnz.org/topics/topical-retinoids' },
      {
        title: 'European Union: Regulation 2024/996, limits for vitamin A in cosmetics',
        url: 'https://eur-lex.europa.eu/eli/reg/2024/996/oj',
      },
    ],
    isLinked: true,
  },
  {
    slug: 'retinal',
    name: 'Retinal',
    inci: 'Retinal',
    synonyms: ['Retinaldehyde'],
    summary: 'A cousin of retinol that sits one step closer to the form skin uses.',
    whatItDoes: `Retinal needs one conversion in the skin where retinol needs two. At the same percentage it can feel stronger, so labels show small numbers such as 0.05 percent.

What people hope for is the same as with retinol: skin that looks smoother and more even after months. So are the troubles: dryness, flakes and stinging when it is used too often.

It is yellow, and it may tint a pillowcase. I would learn on retinol first and try this only if there were a reason to.`,
    evidence:
      'Several controlled studies, most of them small. It looks promising next to retinol; there are few direct comparisons.',
    evidenceLevel: 'moderate',
    strengths: '0.02 to 0.1 percent.',
    goesWith: [
      { name: 'Ceramides', note: 'As with retinol: a plain cream around it.' },
      { name: 'Panthenol', note: 'A calm layer for the night after.' },
    ],
    keepApart: [
      { name: 'Retinol', note: 'One retinoid is enough. Two add irritation and nothing else that I know of.' },
      { name: 'Glycolic acid', note: 'Different nights.' },
      { name: 'Lactic acid', note: 'Different nights.' },
    ],
    startSlowly: 'One night a week for three weeks, even if you have used retinol before.',
    pregnancyNote:
      'The advice for retinol holds here as well: leave it out when pregnant, trying or breastfeeding, and ask your doctor.',
    sources: [
      { title: 'DermNet: Topical retinoids', url: 'https://dermnetnz.org/topics/topical-retinoids' },
      source.retinoids,
    ],
    isLinked: true,
  },
  {
    slug: 'vitamin-c',
    name: 'Vitamin C',
    inci: 'Ascorbic Acid',
    synonyms: ['L-ascorbic acid', 'Ascorbic acid'],
    summary: 'An antioxidant for the morning, useful and fussy in equal parts.',
    whatItDoes: `Vitamin C helps to deal with some of the unstable molecules that sunlight and pollution set loose in skin. Over two or three months it can help skin look brighter and more even. It sits under sunscreen and never replaces it.

The classic form needs an acidic formula, so it can tingle. It also spoils in air, light and warmth: clear or pale straw is fresh, strong tea is not.

Milder relatives have longer names (sodium ascorbyl phosphate, ascorbyl glucoside, tetrahexyldecyl ascorbate). They keep better, and there is less evidence for them.`,
    evidence:
      'Good laboratory evidence and a fair number of controlled studies, most of them small, for ascorbic acid in an acidic formula. Thinner for the relatives.',
    evidenceLevel: 'moderate',
    strengths: '10 to 20 percent for ascorbic acid. Above 20 there is more sting and no known gain.',
    goesWith: [
      { name: 'Hyaluronic acid', note: 'Put it on afterward, while the skin is a little damp.' },
      { name: 'Zinc oxide', note: 'Any sunscreen is the best company it can have.' },
      { name: 'Niacinamide', note: 'The old warning rests on laboratory conditions that do not look like a face.' },
    ],
    keepApart: [
      { name: 'Retinol', note: 'Morning and evening, so that a sore face has only one suspect.' },
      { name: 'Glycolic acid', note: 'Two acidic layers in a row are hard on skin.' },
    ],
    startSlowly: 'Every third morning for two weeks, then every other morning.',
    pregnancyNote:
      'Usually seen as unproblematic on the skin. Ask your doctor or midwife all the same, as with anything that you add in pregnancy.',
    sources: [
      {
        title: 'Linus Pauling Institute, Oregon State University: Vitamin C and skin health',
        url: 'https://lpi.oregonstate.edu/mic/health-disease/skin-health/vitamin-C',
      },
      {
        title: 'Nutrients, 2017: The roles of vitamin C in skin health (PMC5579659)',
        url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC5579659/',
      },
    ],
    isLinked: true,
  },
  {
    slug: 'peptides',
    name: 'Peptides',
    inci: 'Palmitoyl Tripeptide-1',
    synonyms: ['Palmitoyl pentapeptide-4', 'Copper tripeptide-1', 'Oligopeptides'],
    summary: 'Short chains of amino acids; pleasant in a cream, with more promises than proof.',
    whatItDoes: `Peptides are small pieces of protein. Makers add them in the hope that skin reads them as a message to make more of its own supporting fibers.

Getting a peptide through the surface of skin, in one piece and in a useful amount, is the difficult part. Most creams with peptides are nice moisturizers, and the moisturizing is what you notice.

They are very rarely irritating, which makes them an easy thing to try if you enjoy the cream.`,
    evidence: 'Small studies, many of them paid for by the makers. I would not pay extra for the word.',
    evidenceLevel: 'early',
    strengths: 'Labels seldom say. The amounts are tiny, often far below 1 percent.',
    goesWith: [
      { name: 'Hyaluronic acid', note: 'The usual partner, in a light serum.' },
      { name: 'Glycerin', note: 'It probably does most of what you can feel.' },
    ],
    keepApart: [
      { name: 'Glycolic acid', note: 'A very acidic layer may break some peptides down; use them at another time.' },
    ],
    startSlowly: 'No need to. Test it on a small spot like anything new.',
    pregnancyNote: 'Little is known either way. Ask your doctor if you would like to keep using a cream with them.',
    sources: [source.cosing],
    isLinked: true,
  },
  {
    slug: 'green-tea',
    name: 'Green tea',
    inci: 'Camellia Sinensis Leaf Extract',
    synonyms: ['Camellia sinensis', 'Green tea extract', 'EGCG'],
    summary: 'A leaf extract with antioxidants in it; agreeable, and often there in small amounts.',
    whatItDoes: `Green tea contains polyphenols, which help to deal with unstable molecules that sunlight sets loose. In light gels and toners it is liked for feeling fresh.

Extracts differ: one maker’s may be rich in the interesting part, another’s may be little more than cooled tea. The place in the ingredient list is the best hint you get.

It is usually comfortable for touchy skin, although any plant extract can disagree with someone.`,
    evidence:
      'Good laboratory studies; small studies on faces. Mostly tradition where it stands near the end of a list.',
    evidenceLevel: 'early',
    strengths: 'Rarely printed. Studies used extracts of 2 to 3 percent and up.',
    goesWith: [
      { name: 'Niacinamide', note: 'A common pair in light gels for shiny skin.' },
      { name: 'Vitamin C', note: 'Two antioxidants, no known quarrel.' },
    ],
    keepApart: [],
    startSlowly: 'No need to. A patch test is still a good idea if plants make you itch.',
    pregnancyNote: 'On the skin it is not known to be a concern. Ask your doctor or midwife if you are unsure.',
    sources: [source.cosing],
    isLinked: true,
  },
]

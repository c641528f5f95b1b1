import { type DemoIngredient, source } from './demo-ingredient.ts'

/** Acids for the surface of the skin, and urea. */
export const acidIngredients: DemoIngredient[] = [
  {
    slug: 'salicylic-acid',
    name: 'Salicylic acid',
    inci: 'Salicylic Acid',
    synonyms: ['Beta hydroxy acid', '2-hydroxybenzoic acid'],
    summary: 'The acid that likes oil, for shiny zones, visible pores and blackheads.',
    whatItDoes: `Salicylic acid dissolves in oil, so it can work in the mouth of a pore, where the water-loving acids do not get to. It loosens the ties between finished skin cells.

It can be drying. There is no rule that it must go everywhere: nose and chin are often enough.

It is related to aspirin. If you are allergic to aspirin, ask a doctor or pharmacist first.`,
    evidence:
      'Many controlled studies at 0.5 to 2 percent on skin that tends to clog. Less is known about it as a general “glow” product.',
    evidenceLevel: 'strong',
    strengths: '0.5 to 1 percent to start, 2 percent at most in ordinary leave-on products.',
    goesWith: [
      { name: 'Niacinamide', note: 'On the evenings in between.' },
      { name: 'Hyaluronic acid', note: 'Afterward, for water without weight.' },
    ],
    keepApart: [
      { name: 'Retinol', note: 'Different nights.' },
      { name: 'Glycolic acid', note: 'One acid at a time; count cleansers and masks, too.' },
    ],
    startSlowly: 'One evening a week for two weeks, only where you need it.',
    pregnancyNote:
      'Small amounts in a wash are often considered acceptable; larger areas and stronger products are another matter. Ask your doctor first.',
    sources: [
      { title: 'DermNet: Salicylic acid', url: 'https://dermnetnz.org/topics/salicylic-acid' },
      {
        title: 'U.S. Food and Drug Administration: Beta hydroxy acids',
        url: 'https://www.fda.gov/cosmetics/cosmetic-ingredients/beta-hydroxy-acids',
      },
    ],
    isLinked: true,
  },
  {
    slug: 'lactic-acid',
    name: 'Lactic acid',
    inci: 'Lactic Acid',
    synonyms: ['DL-lactic acid'],
    summary: 'The friendly one among the alpha hydroxy acids, good for rough and dull skin.',
    whatItDoes: `Lactic acid loosens the ties between the finished cells at the surface so that they let go more easily. The next morning skin may feel smoother and moisturizer may glide better.

It also holds some water, which is why dry skin often gets along with it better than with its brisker relative, glycolic acid.

Skin can burn more easily in the sun while you use it and for a week afterward. Sunscreen is part of the deal.`,
    evidence:
      'Controlled studies, several of them small, at 5 to 12 percent. The smoothing is well shown; the rest is modest.',
    evidenceLevel: 'moderate',
    strengths: 'About 5 percent for a first one. The acidity matters as much as the number and is rarely printed.',
    goesWith: [
      { name: 'Glycerin', note: 'A plain cream with glycerin right after.' },
      { name: 'Ceramides', note: 'On all the nights without acid.' },
    ],
    keepApart: [
      { name: 'Retinol', note: 'Different nights.' },
      { name: 'Salicylic acid', note: 'One acid at a time.' },
    ],
    startSlowly: 'One evening a week for a month. Two is enough for most beginners.',
    pregnancyNote: 'Often considered acceptable at low strength. Ask your doctor or midwife before you use any acid.',
    sources: [source.alphaHydroxyAcids, source.cosing],
    isLinked: true,
  },
  {
    slug: 'glycolic-acid',
    name: 'Glycolic acid',
    inci: 'Glycolic Acid',
    synonyms: ['Hydroxyacetic acid'],
    summary: 'The smallest and briskest alpha hydroxy acid; not the one to begin with.',
    whatItDoes: `Glycolic acid has the smallest molecules of its family, so it gets to work quickly. Some skins look smooth and bright the next morning. Others look boiled.

It makes skin more sensitive to the sun while you use it and for a week afterward.

If you are new to acids, start with lactic acid and come back later. You may find that you never need to.`,
    evidence:
      'Many controlled studies on skin texture and sun-marked skin, a good part of them at strengths used by professionals.',
    evidenceLevel: 'strong',
    strengths:
      '4 to 10 percent in products for home. Peels of higher strength belong to people who do them for a living.',
    goesWith: [{ name: 'Panthenol', note: 'A bland layer afterward, and nothing else of interest that night.' }],
    keepApart: [
      { name: 'Retinol', note: 'Different nights, and not in the same month that you start either.' },
      { name: 'Vitamin C', note: 'Mornings for vitamin C.' },
      { name: 'Salicylic acid', note: 'One acid at a time.' },
    ],
    startSlowly: 'One evening every ten days at first. Rinse it off if it bites.',
    pregnancyNote: 'Ask your doctor before you use it; advice depends on strength and area.',
    sources: [
      source.alphaHydroxyAcids,
      {
        title: 'U.S. Food and Drug Administration: Labeling for cosmetics containing alpha hydroxy acids',
        url: 'https://www.fda.gov/regulatory-information/search-fda-guidance-documents/guidance-industry-labeling-cosmetics-containing-alpha-hydroxy-acids',
      },
    ],
    isLinked: true,
  },
  {
    slug: 'azelaic-acid',
    name: 'Azelaic acid',
    inci: 'Azelaic Acid',
    synonyms: ['Nonanedioic acid'],
    summary: 'A slow and even-tempered acid that many people with redness or marks get along with.',
    whatItDoes: `Azelaic acid occurs in grains and is made by a yeast that lives on normal skin. In shops you find it at 10 percent; 15 and 20 percent are medicines in many countries and belong in a conversation with a doctor.

People reach for it when their skin looks uneven, tends to clog or reddens easily. It is slow: three months before you hold an opinion.

An itch or a prickle in the first two weeks is common and usually fades. The texture can be grainy and may pill under sunscreen.`,
    evidence:
      'Many controlled studies at the strengths doctors prescribe. Far fewer at 10 percent, the kind you can buy without a prescription.',
    evidenceLevel: 'moderate',
    strengths: '10 percent without a prescription.',
    goesWith: [
      { name: 'Niacinamide', note: 'One in the morning, one at night, or together if nothing stings.' },
      { name: 'Ceramides', note: 'A plain cream on top softens the prickle.' },
    ],
    keepApart: [{ name: 'Glycolic acid', note: 'Different nights until both are old friends.' }],
    startSlowly: 'Every second evening for two weeks, a pea for the whole face.',
    pregnancyNote:
      'Doctors do prescribe it in pregnancy at times, which is a decision to make together. Ask your doctor first.',
    sources: [{ title: 'DermNet: Azelaic acid', url: 'https://dermnetnz.org/topics/azelaic-acid' }],
    isLinked: true,
  },
  {
    slug: 'urea',
    name: 'Urea',
    inci: 'Urea',
    synonyms: ['Carbamide'],
    summary: 'A plain old water-holder that also softens rough patches at higher strength.',
    whatItDoes: `Urea is part of what skin uses to hold its own water. In a cream at up to 10 percent it draws in water and keeps it there. Above that it also loosens hard, rough skin, on heels and elbows for instance.

It is cheap, unglamorous and very good at its job.

On cracked or freshly shaved skin it stings. Wait a day, or use something blander there.`,
    evidence:
      'Many controlled studies on dry skin, over decades. One of the best supported moisturizing ingredients there is.',
    evidenceLevel: 'strong',
    strengths: '2 to 5 percent for the face, 5 to 10 percent for the body, more for heels.',
    goesWith: [
      { name: 'Ceramides', note: 'Water and mortar together.' },
      { name: 'Petrolatum', note: 'A thin lid on top on the coldest nights.' },
    ],
    keepApart: [{ name: 'Lactic acid', note: 'Both soften the surface. On a face, one at a time.' }],
    startSlowly: 'Daily from the start on the body. On the face, test a small spot first.',
    pregnancyNote:
      'Widely used in pregnancy on dry skin. Your doctor or midwife can say whether a given cream is right for you.',
    sources: [source.moisturizers, source.emollients],
    isLinked: true,
  },
]

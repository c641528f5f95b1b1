import { type DemoIngredient, source } from './demo-ingredient.ts'

/** Humectants, emollients, occlusives and the two mineral filters of sunscreens. */
export const moistureIngredients: DemoIngredient[] = [
  {
    slug: 'hyaluronic-acid',
    name: 'Hyaluronic acid',
    inci: 'Sodium Hyaluronate',
    synonyms: ['Hyaluronan', 'Sodium hyaluronate', 'Hydrolyzed hyaluronic acid'],
    summary: 'A water-holder with a good publicist. Nice on damp skin, under a cream.',
    whatItDoes: `Hyaluronic acid is a large sugar molecule that skin makes itself. In a serum it holds water at the surface, so that skin looks and feels plumper for some hours.

You will read that it holds a thousand times its weight in water. I would not expect that to happen on your cheeks.

In very dry rooms it can leave skin tighter than before if nothing covers it. Put it on damp, and put a cream on top.`,
    evidence: 'Many studies on short-term moisture, a number of them small. Little that lasts beyond the day.',
    evidenceLevel: 'early',
    strengths: '0.1 to 2 percent. More makes it sticky.',
    goesWith: [
      { name: 'Glycerin', note: 'The cheaper and steadier partner, often in the same bottle.' },
      { name: 'Ceramides', note: 'In the cream that goes on top.' },
    ],
    keepApart: [],
    startSlowly: 'No need to. If it feels tacky, use less on damper skin.',
    pregnancyNote: 'Not known to be a concern on the skin. Ask your doctor or midwife if you would like to be sure.',
    sources: [source.moisturizers, source.cosing],
    isLinked: true,
  },
  {
    slug: 'glycerin',
    name: 'Glycerin',
    inci: 'Glycerin',
    synonyms: ['Glycerol', 'Glycerine'],
    summary: 'The quiet hero of most moisturizers: cheap, steady, and friendly to nearly everyone.',
    whatItDoes: `Glycerin attracts water and holds it. In a cleanser it makes the wash less stripping, in a cream it keeps skin supple, and it has done both for longer than most brands exist.

In second or third place on an ingredient list it is a good sign.

A lot of it feels sticky. That is the whole list of complaints.`,
    evidence: 'Many controlled studies over decades. If skincare had a settled question, this would be it.',
    evidenceLevel: 'strong',
    strengths: '3 to 10 percent in most creams; up to 40 in some for very dry hands.',
    goesWith: [
      { name: 'Petrolatum', note: 'Damp first, then the lid.' },
      { name: 'Hyaluronic acid', note: 'Two water-holders; cover them.' },
      { name: 'Lactic acid', note: 'The cream for the evening after an acid.' },
    ],
    keepApart: [],
    startSlowly: 'No need to.',
    pregnancyNote:
      'Not known to be a concern on the skin. If a product has other actives in it, ask your doctor about those.',
    sources: [source.moisturizers, source.drySkin],
    isLinked: true,
  },
  {
    slug: 'ceramides',
    name: 'Ceramides',
    inci: 'Ceramide NP',
    synonyms: ['Ceramide AP', 'Ceramide EOP', 'Ceramide 3'],
    summary: 'Fats that skin makes for its own mortar, useful in creams for dry or overdone skin.',
    whatItDoes: `Between the flat cells at the surface of skin lies a mortar of fats. Ceramides are the largest part of it, next to cholesterol and fatty acids.

A cream that contains them can help dry skin to feel comfortable for longer. How much a given cream contains is almost never on the label, and the recipe as a whole matters more than one name.

A good sign, then, and no reason to pay triple.`,
    evidence:
      'A fair number of controlled studies on dry skin, most of them with a whole cream and not with ceramides alone.',
    evidenceLevel: 'moderate',
    strengths: 'Rarely printed; fractions of a percent are usual.',
    goesWith: [
      { name: 'Retinol', note: 'Around it, as the bread of the sandwich.' },
      { name: 'Glycerin', note: 'Water for the bricks, fat for the mortar.' },
      { name: 'Petrolatum', note: 'A thin film on top where it is worst.' },
    ],
    keepApart: [],
    startSlowly: 'No need to.',
    pregnancyNote: 'Not known to be a concern on the skin. Ask your doctor about anything else in the cream.',
    sources: [source.moisturizers, source.cosing],
    isLinked: true,
  },
  {
    slug: 'panthenol',
    name: 'Panthenol',
    inci: 'Panthenol',
    synonyms: ['Provitamin B5', 'Dexpanthenol', 'D-panthenol'],
    summary: 'A soft water-holder that calms the feel of tight, tired skin.',
    whatItDoes: `Panthenol is a relative of vitamin B5. It draws in water and gives creams a cushioned, slightly slippery feel.

People like it on evenings when skin feels tight or overdone. It plays a supporting part and plays it well.

It is gentle for most. A very few people are allergic to it, as to anything.`,
    evidence: 'Controlled studies on dry and irritated skin, most of them small, at 1 to 5 percent.',
    evidenceLevel: 'moderate',
    strengths: '1 to 5 percent.',
    goesWith: [
      { name: 'Glycerin', note: 'Often side by side on the label.' },
      { name: 'Retinal', note: 'For the plain nights in between.' },
    ],
    keepApart: [],
    startSlowly: 'No need to.',
    pregnancyNote: 'Widely used, and not known to be a concern on the skin. Ask your doctor or midwife if in doubt.',
    sources: [source.cosing, source.moisturizers],
    isLinked: true,
  },
  {
    slug: 'colloidal-oatmeal',
    name: 'Colloidal oatmeal',
    inci: 'Avena Sativa Kernel Flour',
    synonyms: ['Colloidal oat', 'Oat flour', 'Avena sativa'],
    summary: 'Oats ground so finely that they stay afloat in water; calm company for itchy, dry skin.',
    whatItDoes: `Oat flour this fine forms a soft film that slows the loss of water. It contains starches that hold water and compounds called avenanthramides, which are thought to be why oats feel calming.

In the United States it is one of the listed skin protectants, so products with it follow a rule about how much must be in them.

If you react to oats or other grains, test a small spot first, or choose something else.`,
    evidence: 'Controlled studies on dry, itchy skin, several of them small, and a very long tradition.',
    evidenceLevel: 'moderate',
    strengths:
      'At least 0.007 percent as a skin protectant in the United States; creams for faces often use about 1 percent.',
    goesWith: [
      { name: 'Glycerin', note: 'The classic oat cream has both.' },
      { name: 'Petrolatum', note: 'On top for chapped places.' },
    ],
    keepApart: [],
    startSlowly: 'No need to, apart from the patch test.',
    pregnancyNote:
      'Not known to be a concern on the skin. An itch that is new in pregnancy should be shown to a doctor.',
    sources: [source.skinProtectants, source.drySkin],
    isLinked: true,
  },
  {
    slug: 'squalane',
    name: 'Squalane',
    inci: 'Squalane',
    synonyms: ['Olive squalane', 'Sugarcane squalane'],
    summary: 'A light, stable oil that smooths without a smell and rarely argues.',
    whatItDoes: `Squalane is the stable relative of squalene, a fat that your own skin makes. Today it mostly comes from olives or sugarcane.

It slips between the lifted edges of dry cells, so that skin feels soft at once. It does not go rancid easily and does not smell of anything.

It holds no water. On dry, tight skin, put it over something that does.`,
    evidence: 'Small studies and good chemistry. Its comfort is easy to notice, and more than that has not been shown.',
    evidenceLevel: 'early',
    strengths: 'From a few percent in creams to 100 percent in a bottle of its own.',
    goesWith: [
      { name: 'Hyaluronic acid', note: 'Water first, oil last.' },
      { name: 'Retinol', note: 'Two drops over the cream.' },
    ],
    keepApart: [],
    startSlowly: 'No need to. Start with two drops; ten will find the pillow.',
    pregnancyNote: 'Not known to be a concern on the skin. Ask your doctor or midwife if you are unsure.',
    sources: [source.cosing, source.moisturizers],
    isLinked: true,
  },
  {
    slug: 'petrolatum',
    name: 'Petrolatum',
    inci: 'Petrolatum',
    synonyms: ['Petroleum jelly', 'White petrolatum'],
    summary: 'The plainest lid there is: keeps water in, costs next to nothing.',
    whatItDoes: `Petrolatum forms a film that slows the loss of water better than almost anything else you can buy. It adds no water of its own, so it belongs on damp or moisturized skin.

A rice grain, warmed between fingertips and pressed on, is enough for the dry places of a face.

It feels greasy and stays where you put it. If you clog easily, keep it to corners, lips and hands.`,
    evidence: 'Many controlled studies over a very long time. The standard that other creams are measured against.',
    evidenceLevel: 'strong',
    strengths: '30 to 100 percent as a skin protectant.',
    goesWith: [
      { name: 'Glycerin', note: 'Water-holder first, lid second.' },
      { name: 'Ceramides', note: 'Over the cream on dry patches.' },
    ],
    keepApart: [
      {
        name: 'Retinol',
        note: 'Not on top of it: a lid may make it bite. In the corners of the nose before it, as a fence, it is useful.',
      },
    ],
    startSlowly: 'No need to.',
    pregnancyNote: 'Not known to be a concern on the skin. Ask your doctor or midwife if in doubt.',
    sources: [source.skinProtectants, source.drySkin],
    isLinked: true,
  },
  {
    slug: 'zinc-oxide',
    name: 'Zinc oxide',
    inci: 'Zinc Oxide',
    synonyms: ['CI 77947'],
    summary: 'A mineral filter that covers most of the ultraviolet range and seldom stings.',
    whatItDoes: `Zinc oxide is a fine white powder that absorbs most of the ultraviolet light that reaches it, long waves as well as short ones, and scatters a little.

It rarely stings around the eyes, which is why touchy faces often start here. The price is a white cast, more visible on darker skin, and a drier feel.

Creams and lotions are no trouble to breathe near. Be careful with loose powders and sprays.`,
    evidence:
      'Sunscreens must pass a test for the number on the label. In the United States zinc oxide is one of two filters that the authority has proposed to call generally safe and effective.',
    evidenceLevel: 'strong',
    strengths: '10 to 25 percent; look at the SPF and the words “broad spectrum” instead.',
    goesWith: [
      { name: 'Titanium dioxide', note: 'Often together; one covers what the other misses.' },
      { name: 'Vitamin C', note: 'Underneath, in the morning.' },
    ],
    keepApart: [],
    startSlowly: 'No. Start today, with enough.',
    pregnancyNote:
      'Often the first suggestion when someone asks about sunscreen in pregnancy. Your doctor can confirm it for you.',
    sources: [source.sunscreen, source.sunscreenRules],
    isLinked: true,
  },
  {
    slug: 'titanium-dioxide',
    name: 'Titanium dioxide',
    inci: 'Titanium Dioxide',
    synonyms: ['CI 77891'],
    summary: 'The other mineral filter, strong against the rays that burn.',
    whatItDoes: `Titanium dioxide absorbs the short waves that burn very well and the long ones less so, which is why it usually works next to zinc oxide or other filters.

It is white, too, and gives many makeup products their cover. On its own it leaves a cast.

As with zinc, a cream is no trouble; a loose powder or a spray is better not breathed in.`,
    evidence:
      'Sunscreens must pass a test for the number on the label. It is the second of the two filters that the authority in the United States has proposed to call generally safe and effective.',
    evidenceLevel: 'strong',
    strengths: '2 to 25 percent, depending on what else is in the tube.',
    goesWith: [{ name: 'Zinc oxide', note: 'For the long waves.' }],
    keepApart: [],
    startSlowly: 'No. Start today, with enough.',
    pregnancyNote: 'In a cream or lotion it is usually considered fine. Ask your doctor if you would like to be sure.',
    sources: [source.sunscreenRules, source.sunscreen],
    isLinked: true,
  },
]

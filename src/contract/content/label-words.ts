import type { PostLabel } from './post-labels.ts'

/** The settings that decide the words of labels. '' leaves a word, a sentence or a switch to the readers' region. */
export type LabelSettings = {
  readers: string
  adWord: string
  articleDisclosure: string
  cardLabels: string
  linkLabels: string
}

/** Where a text stands, for the sentence about its links. */
export type LabelledKind = 'page' | 'newsletter'

type Given = { gifted: number; sponsored: number }

/** The words by which readers of a region recognise advertising. */
type Region = {
  /** The sentences are in this language; undefined for that of the site. */
  language?: 'de'
  /** Names an ad, as readers expect it there. */
  ad: string
  /** Stands behind an affiliate link, and on cards of articles with such links. */
  link: string
  /** Whether gifts and affiliate links are advertising there, so that the word stands before every label and sentence. */
  isStrict: boolean
  kickers: Record<Exclude<PostLabel, 'none'>, (brand: string) => string>
  sentences: Record<Exclude<PostLabel, 'none'>, (brand: string) => string>
  /** Undefined where nothing was given. */
  given: (products: Given) => string | undefined
  affiliate: Record<LabelledKind, string>
  how: string
  brand: string
}

const english: Region = {
  ad: 'Ad',
  link: 'Affiliate link',
  isStrict: false,
  kickers: {
    ad: (brand) => brand,
    'paid-partnership': (brand) => `Paid partnership with ${brand}`,
    gifted: (brand) => `Gifted by ${brand}`,
    ambassador: (brand) => `Ambassador of ${brand}`,
    'own-brand': (brand) => `My own brand: ${brand}`,
  },
  sentences: {
    ad: (brand) => (brand ? `${brand} paid for this article.` : 'This article is paid advertising.'),
    'paid-partnership': (brand) => `${brand} paid me for this article.`,
    gifted: (brand) => `${brand} gave me the products in this article.`,
    ambassador: (brand) => `I work with ${brand} as a brand ambassador.`,
    'own-brand': (brand) => `${brand} is my own brand.`,
  },
  given({ gifted, sponsored }) {
    if (gifted && sponsored) return 'Some products in this article were gifts from the brands or sponsored by them.'
    if (gifted > 1) return 'Some products in this article were gifts from the brands.'
    if (gifted) return 'One product in this article was a gift from the brand.'
    if (sponsored > 1) return 'Some products in this article were sponsored by the brands.'
    return sponsored ? 'One product in this article was sponsored by the brand.' : undefined
  },
  affiliate: {
    page: 'This page contains affiliate links.',
    newsletter: 'This newsletter contains affiliate links.',
  },
  how: 'How this site earns money',
  brand: 'The brand',
}

const british: Region = {
  ...english,
  link: 'Ad',
  isStrict: true,
  affiliate: {
    page: 'This page contains affiliate links, which earn me a commission.',
    newsletter: 'This newsletter contains affiliate links, which earn me a commission.',
  },
}

const german: Region = {
  language: 'de',
  ad: 'Anzeige',
  link: 'Anzeige',
  isStrict: true,
  kickers: {
    ad: (brand) => brand,
    'paid-partnership': (brand) => `Bezahlte Kooperation mit ${brand}`,
    gifted: (brand) => `Geschenk von ${brand}`,
    ambassador: (brand) => `Dauerhafte Kooperation mit ${brand}`,
    'own-brand': (brand) => `Eigene Marke: ${brand}`,
  },
  sentences: {
    ad: (brand) => (brand ? `${brand} hat diesen Artikel bezahlt.` : 'Dieser Artikel ist bezahlte Werbung.'),
    'paid-partnership': (brand) => `${brand} hat mich für diesen Artikel bezahlt.`,
    gifted: (brand) => `${brand} hat mir die Produkte in diesem Artikel geschenkt.`,
    ambassador: (brand) => `Ich werbe dauerhaft für ${brand}.`,
    'own-brand': (brand) => `${brand} ist meine eigene Marke.`,
  },
  given({ gifted, sponsored }) {
    if (gifted && sponsored) return 'Einige Produkte in diesem Artikel haben mir die Marken geschenkt oder bezahlt.'
    if (gifted > 1) return 'Einige Produkte in diesem Artikel haben mir die Marken geschenkt.'
    if (gifted) return 'Ein Produkt in diesem Artikel hat mir die Marke geschenkt.'
    if (sponsored > 1) return 'Für einige Produkte in diesem Artikel haben mich die Marken bezahlt.'
    return sponsored ? 'Für ein Produkt in diesem Artikel hat mich die Marke bezahlt.' : undefined
  },
  affiliate: {
    page: 'Diese Seite enthält Affiliate-Links, über die ich eine Provision erhalte.',
    newsletter: 'Dieser Newsletter enthält Affiliate-Links, über die ich eine Provision erhalte.',
  },
  how: 'Wie diese Seite Geld verdient',
  brand: 'Die Marke',
}

const regions: Record<string, Region> = { uk: british, de: german }

type Label = { label: PostLabel; labelBrand: string; labelSentence: string }

/** The words of a site's labels. */
export type LabelWords = ReturnType<typeof labelWordsOf>

/**
 * The words of labels and disclosures by the settings. The word for an ad stands once: the sentence that opens a text has it,
 * and a sentence that follows another does not repeat it.
 */
export function labelWordsOf({ readers, adWord, articleDisclosure, cardLabels, linkLabels }: LabelSettings) {
  const region = regions[readers] ?? english
  const ad = adWord || region.ad
  const isOn = (choice: string) => (choice === '' ? region.isStrict : choice === 'on')
  const opened = (sentence: string) => (region.isStrict ? `${ad}: ${sentence}` : sentence)
  const link = adWord || region.link
  return {
    language: region.language,
    how: region.how,
    /** Whether the sentence about the links of a page is not the default one. */
    isAdapted: articleDisclosure !== '' || region !== english,
    /** Stands behind affiliate links; '' where the switch is off. */
    link: isOn(linkLabels) ? link : '',
    /** Stands on cards of articles with affiliate links; '' where the switch is off. */
    card: isOn(cardLabels) ? link : '',
    /** Above a title; undefined for a text without a label. */
    kickerOf({ label, labelBrand }: Omit<Label, 'labelSentence'>): string | undefined {
      if (label === 'none') return undefined
      const isAd = region.isStrict || label === 'ad' || label === 'paid-partnership'
      const detail = label === 'ad' && !labelBrand ? '' : region.kickers[label](labelBrand || region.brand)
      return [isAd ? ad : '', detail].filter(Boolean).join(' · ')
    },
    /** Opens a text with a label or, without one, with products that were given; undefined for any other text. */
    openingOf({ label, labelBrand, labelSentence }: Label, given: Given): string | undefined {
      if (label === 'none') {
        const sentence = region.given(given)
        return sentence && opened(sentence)
      }
      const brand = label === 'ad' ? labelBrand : labelBrand || region.brand
      return labelSentence || opened(region.sentences[label](brand))
    },
    /** Before the first affiliate link, after the opening sentence if there is one. */
    affiliateOf(kind: LabelledKind, isAfterOpening: boolean): string {
      if (articleDisclosure) return articleDisclosure
      return isAfterOpening ? region.affiliate[kind] : opened(region.affiliate[kind])
    },
  }
}

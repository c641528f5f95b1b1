/**
 * The affiliate networks that Dewlight knows, with the parameter of their links that carries a sub-id: a word of the
 * publisher's own, which the network repeats in its reports.
 */
export const networks = {
  amazon: { label: 'Amazon Associates', subIdParameter: 'ascsubtag' },
  awin: { label: 'Awin', subIdParameter: 'clickref' },
  cj: { label: 'CJ', subIdParameter: 'sid' },
  impact: { label: 'Impact', subIdParameter: 'subId1' },
  rakuten: { label: 'Rakuten Advertising', subIdParameter: 'u1' },
  shareasale: { label: 'ShareASale', subIdParameter: 'afftrack' },
  skimlinks: { label: 'Skimlinks', subIdParameter: 'xcust' },
  sovrn: { label: 'Sovrn Commerce', subIdParameter: 'cuid' },
  generic: { label: 'Another network', subIdParameter: null },
} as const satisfies Record<string, { label: string; subIdParameter: string | null }>

export type NetworkName = keyof typeof networks

export const networkNames = Object.keys(networks) as NetworkName[]

/** Amazon's marketplaces: their domains with the currency of their reports. */
export const amazonMarketplaces: Record<string, string> = {
  'amazon.com': 'USD',
  'amazon.ca': 'CAD',
  'amazon.com.mx': 'MXN',
  'amazon.com.br': 'BRL',
  'amazon.co.uk': 'GBP',
  'amazon.de': 'EUR',
  'amazon.fr': 'EUR',
  'amazon.it': 'EUR',
  'amazon.es': 'EUR',
  'amazon.nl': 'EUR',
  'amazon.ie': 'EUR',
  'amazon.com.be': 'EUR',
  'amazon.se': 'SEK',
  'amazon.pl': 'PLN',
  'amazon.com.tr': 'TRY',
  'amazon.ae': 'AED',
  'amazon.sa': 'SAR',
  'amazon.eg': 'EGP',
  'amazon.in': 'INR',
  'amazon.sg': 'SGD',
  'amazon.co.jp': 'JPY',
  'amazon.com.au': 'AUD',
  'amazon.co.za': 'ZAR',
}

/** The sentence that Amazon's programs require on each page with their links, word for word. */
export const AMAZON_DISCLOSURE = 'As an Amazon Associate I earn from qualifying purchases.'

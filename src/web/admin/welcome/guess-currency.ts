const euro =
  'Amsterdam Andorra Athens Berlin Bratislava Brussels Busingen Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta Monaco Paris Riga Rome San_Marino Tallinn Vatican Vienna Vilnius Zagreb'
const us =
  'Adak Anchorage Boise Chicago Denver Detroit Juneau Los_Angeles Menominee Metlakatla New_York Nome Phoenix Puerto_Rico Sitka Yakutat'
const canada =
  'Edmonton Glace_Bay Goose_Bay Halifax Inuvik Iqaluit Moncton Rankin_Inlet Regina St_Johns Swift_Current Toronto Vancouver Whitehorse Winnipeg'

/** The zones of a currency; a name that ends in a slash stands for all zones below it. */
const zones: Record<string, string[]> = {
  EUR: [
    ...inside('Europe', euro),
    'Asia/Nicosia',
    'Atlantic/Canary',
    'Atlantic/Madeira',
    'Atlantic/Azores',
    'Africa/Ceuta',
  ],
  USD: [...inside('America', us), 'America/Indiana/', 'America/Kentucky/', 'America/North_Dakota/', 'Pacific/Honolulu'],
  CAD: inside('America', canada),
  GBP: inside('Europe', 'London Belfast Guernsey Isle_of_Man Jersey'),
  CHF: inside('Europe', 'Zurich Vaduz'),
  SEK: ['Europe/Stockholm'],
  NOK: ['Europe/Oslo'],
  DKK: ['Europe/Copenhagen'],
  ISK: ['Atlantic/Reykjavik'],
  PLN: ['Europe/Warsaw'],
  CZK: ['Europe/Prague'],
  HUF: ['Europe/Budapest'],
  RON: ['Europe/Bucharest'],
  TRY: ['Europe/Istanbul'],
  UAH: inside('Europe', 'Kyiv Kiev'),
  AUD: ['Australia/'],
  NZD: inside('Pacific', 'Auckland Chatham'),
  JPY: ['Asia/Tokyo'],
  KRW: ['Asia/Seoul'],
  INR: inside('Asia', 'Kolkata Calcutta'),
  SGD: ['Asia/Singapore'],
  HKD: ['Asia/Hong_Kong'],
  CNY: inside('Asia', 'Shanghai Urumqi'),
  AED: ['Asia/Dubai'],
  ILS: ['Asia/Jerusalem'],
  ZAR: ['Africa/Johannesburg'],
  MXN: inside('America', 'Mexico_City Cancun Merida Monterrey Chihuahua Hermosillo Mazatlan Tijuana'),
  BRL: inside('America', 'Sao_Paulo Bahia Fortaleza Manaus Recife Belem Cuiaba'),
}

function inside(area: string, cities: string): string[] {
  return cities.split(' ').map((city) => `${area}/${city}`)
}

/** The currency of the country that a time zone lies in; undefined where that is not known. */
export function guessCurrency(zone: string): string | undefined {
  const isOf = (name: string) => (name.endsWith('/') ? zone.startsWith(name) : zone === name)
  return Object.keys(zones).find((currency) => zones[currency]?.some(isOf))
}

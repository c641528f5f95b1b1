/**
 * Amazon's reports in English, German, French, Italian and Spanish. Only the English headers and some Spanish ones are known
 * from published files; the others are the words of Amazon's pages in that language.
 */

const trackingId =
  'trackingid partnertag partnerid identifiantdesuivi iddesuivi idtracking idditracciamento idtracciamento iddimonitoraggio idmonitoraggio codicedimonitoraggio iddeseguimiento idseguimiento identificadordeseguimiento'
const productName =
  'name productname producttitle title nombredelproducto nombre titulo titulodelproducto produktname produkttitel titel artikelname nom nomduproduit titre titreduproduit nome nomeprodotto nomedelprodotto titolo titolodelprodotto'
const seller = 'seller merchant verkaufer handler vendeur venditore vendedor'
const price = 'price preis prix prezzo precio'
const commission =
  'adfees advertisingfees commissionincome commissions commission earnings fees totalearnings werbekostenerstattung werbekostenerstattungen werbegebuhren werbevergutung anzeigengebuhren provision provisionen vergutung revenuspublicitaires remuneration remunerations fraispublicitaires gains commissioni commissione compensipubblicitari compensi guadagni speseperpubblicita comisiones comision tarifaspublicitarias honorariosdepublicidad ganancias tarifasdepublicidad'
const revenue =
  'revenue itemsshippedrevenue shippedrevenue umsatz einnahmen erlose chiffredaffaires revenu revenus ricavi ricavo entrate fatturato ingresos ingreso'
const shippedItems =
  'itemsshipped shippeditems qtyshipped versendeteartikel versandteartikel gelieferteartikel versendeteprodukte articlesexpedies articlesenvoyes produitsexpedies articolispediti prodottispediti articulosenviados productosenviados'
const orderedItems =
  'qty quantity itemsordered ordereditems menge anzahl bestellteartikel quantite articlescommandes quantita qta articoliordinati cantidad articulospedidos'
const returns =
  'returns itemsreturned ruckgaben rucksendungen retouren retours articlesretournes resi restituzioni devoluciones'
const subTag = 'subtag ascsubtag'
const date = 'date datum data fecha'

export const amazonEarnings = {
  network: 'amazon',
  label: 'Amazon Associates: earnings',
  isLedger: true,
  headers: {
    productName,
    sku: 'asin',
    advertiser: seller,
    trackingId,
    clickRef: subTag,
    postedAt: `dateshipped shipdate shippeddate versanddatum datumdesversands versandtam versandtdatum datedexpedition datedenvoi dateexpedition datadispedizione dataspedizione dataspedito fechadeenvio fechaenvio ${date}`,
    price,
    quantity: shippedItems,
    returns,
    saleAmount: revenue,
    commission,
    currency: 'currency',
  },
  required: ['sku', 'trackingId', 'postedAt', 'commission'],
  status: 'approved',
} as const

export const amazonOrders = {
  network: 'amazon',
  label: 'Amazon Associates: orders',
  isLedger: false,
  headers: {
    productName,
    sku: 'asin',
    advertiser: seller,
    trackingId: `${trackingId} tag`,
    clickRef: subTag,
    orderedAt: `${date} dateordered orderdate bestelldatum datedecommande datadiordinazione dataordine fechadepedido fechadelpedido`,
    quantity: orderedItems,
    price,
    currency: 'currency',
  },
  required: ['sku', 'trackingId', 'orderedAt', 'quantity'],
  status: 'pending',
} as const

export const amazonBounties = {
  network: 'amazon',
  label: 'Amazon Associates: bounties',
  isLedger: true,
  headers: {
    productName: `bountyname bountyprogram bountytype programname program bounty pramie pramienprogramm ${productName}`,
    trackingId,
    clickRef: subTag,
    postedAt: `${date} dateshipped bountydate`,
    quantity: `bountyevents bountyconversions events conversions pramienereignisse evenements eventi eventos ${orderedItems}`,
    commission: `bountyearnings bountyfees bountyincome bountypayout bountyrevenue bounties pramieneinnahmen primes premi recompensas ${commission}`,
    currency: 'currency',
  },
  required: ['trackingId', 'postedAt', 'commission'],
  title: /\bbount(?:y|ies)\b/i,
  telltales:
    'bountyname bountyprogram bountytype bounty bountyevents bountyconversions bountyearnings bountyfees bountyincome bountypayout bountyrevenue bounties bountydate pramie pramienprogramm pramienereignisse pramieneinnahmen primes premi recompensas',
  without: 'asin',
  status: 'approved',
} as const

/** Tracking IDs, days or types of link with their clicks: sums of what the earnings list one by one. */
export const amazonTracking = {
  network: 'amazon',
  label: 'Amazon Associates: summary of clicks',
  isLedger: false,
  headers: {
    trackingId,
    clicks: 'clicks klicks clics clic click',
    quantity: `${shippedItems} ${orderedItems} totalitemsordered`,
    saleAmount: revenue,
    commission,
  },
  required: ['clicks', ['trackingId', 'quantity']],
  telltales: `${trackingId} ${shippedItems} itemsordered totalitemsordered ordereditems bestellteartikel articlescommandes articoliordinati articulospedidos`,
  without: 'asin orderid transactionid commissionid id',
  status: 'approved',
} as const

/** Sums by category, tracking ID and day of what the earnings list one by one. */
export const amazonBonus = {
  network: 'amazon',
  label: 'Amazon Associates: earnings with bonus',
  isLedger: false,
  headers: {
    productName: 'category',
    trackingId,
    postedAt: date,
    saleAmount: `totalrevenue ${revenue}`,
    commission,
    reason: 'bonus',
  },
  required: ['trackingId', 'postedAt', 'commission'],
  telltales: 'bonus',
  without: 'asin',
  status: 'approved',
} as const

/** Products with the clicks and orders that their links had. */
export const amazonClicks = {
  network: 'amazon',
  label: 'Amazon Associates: orders with clicks',
  isLedger: false,
  headers: { productName, sku: 'asin', clicks: 'clicks', orderedAt: date, quantity: orderedItems },
  required: ['sku', 'clicks', 'quantity'],
  telltales: 'clicks',
  status: 'approved',
} as const

import { placementCode } from '../src/contract/shop/placements.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A report of Awin with `rows` different sales of the last year; three in four carry the placement code of a product's card. */
export function makeReport(rows: number, productIds: readonly number[]): Buffer {
  const codes = productIds.map((productId) => placementCode({ source: 'home', position: 'card', productId }))
  const today = Date.now()
  const states = ['pending', 'approved', 'approved', 'declined']
  const lines = ['id,merchantName,clickRef,transactionDate,saleAmount,commission,commissionStatus,currency']
  for (let row = 0; row < rows; row++) {
    const date = new Date(today - ((row * 7) % 365) * DAY_MS).toISOString().slice(0, 10)
    const code = row % 4 === 0 ? '' : codes[row % codes.length]
    const sale = 500 + ((row * 37) % 9500)
    const amounts = [sale, Math.round(sale / 12)].map((minor) => (minor / 100).toFixed(2)).join(',')
    lines.push(`${900_000_000 + row},Shop ${row % 12},${code},${date},${amounts},${states[row % 4]},EUR`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

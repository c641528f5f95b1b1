import type { ReportFormat } from './report-formats.ts'
import type { SaleStatus } from './report-row.ts'
import { type RowCells, RowFault } from './row-cells.ts'

/** The words of all networks, which mean the same wherever they occur; Awin's numbers are in `numbers`. */
const words = new Map<string, SaleStatus>()
const vocabulary: Record<SaleStatus, string> = {
  pending: 'pending open new extended tracked unconfirmed processing awaiting under_review on_hold',
  approved: 'approved accepted confirmed validated locked payable valid complete completed active delayed cleared',
  paid: 'paid closed settled',
  reversed:
    'reversed declined rejected cancelled canceled void voided refunded deleted denied invalid expired returned chargeback',
}
for (const [status, list] of Object.entries(vocabulary))
  for (const word of list.split(' ')) words.set(word, status as SaleStatus)

const numbers: Record<string, SaleStatus> = { 0: 'pending', 1: 'approved', 2: 'reversed' }

/** The status that a row says, or `usual` where its report does not say it. Throws `RowFault` for an unknown word. */
export function saleStatus(format: ReportFormat, cells: RowCells, usual: SaleStatus): SaleStatus {
  if (cells.isTrue('voided') || isDay(cells, 'reversedAt')) return 'reversed'
  const said = cells.text('status')
  const status = said === null || /^n\/?a$/i.test(said) ? undefined : readWord(format, said)
  if (status === 'reversed') return status
  if (isDay(cells, 'paidAt') || cells.isTrue('paid')) return 'paid'
  if (status) return status
  // A statement of payment lists what was paid.
  if (format === 'impact-actions' && cells.text('statementId') !== null) return 'paid'
  return cells.isTrue('locked') ? 'approved' : usual
}

/** The status that a word of any network means; undefined for an unknown one. */
export function readStatusWord(said: string): SaleStatus | undefined {
  return words.get(toWord(said))
}

const toWord = (said: string) =>
  said
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

function readWord(format: ReportFormat, said: string): SaleStatus {
  const status = readStatusWord(said) ?? (format === 'awin-transactions' ? numbers[toWord(said)] : undefined)
  if (!status) throw new RowFault(`The status “${said.slice(0, 60)}” is unknown.`)
  return status
}

const isDay = (cells: RowCells, field: 'reversedAt' | 'paidAt') => typeof cells.date(field) === 'string'

import type { ImportPlan, ImportTotals } from '../../../contract/shop/earning-imports.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { formatCount } from '../analytics/formats.ts'

const lines = [
  ['new', 'New sales'],
  ['changed', 'Changed sales'],
  ['reversed', 'Reversed sales'],
  ['known', 'Already there'],
] as const

/** Shows the rows of an import next to the file's own total. */
export function ImportPlanView({ plan, isDone }: { plan: ImportPlan; isDone: boolean }) {
  return (
    <div className="space-y-5">
      {plan.totals.length === 0 && <p className="text-ink-soft">The file holds no sale.</p>}
      {plan.totals.map((totals) => (
        <CurrencyTable key={totals.currency} totals={totals} />
      ))}
      {plan.assumptions.length > 0 && (
        <ul aria-label="How the file was read" className="list-disc space-y-1 pl-5 text-sm">
          {plan.assumptions.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {plan.rejected > 0 && <Rejected plan={plan} isDone={isDone} />}
    </div>
  )
}

function CurrencyTable({ totals }: { totals: ImportTotals }) {
  const { currency, all, unattributed, fileTotal } = totals
  const money = (minor: number) => formatMoney(minor, currency)
  const isEqual = fileTotal === all.commission
  return (
    <section aria-label={`Rows in ${currency}`} className="rounded-card border border-line bg-white p-4">
      <table className="w-full text-sm">
        <caption className="mb-1 text-left font-semibold">{currency}</caption>
        <thead>
          <tr className="border-b border-line text-ink-soft">
            <th scope="col" className="py-2 text-left font-semibold">
              Rows
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Number
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold">
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, label]) => (
            <Line key={name} label={label} rows={totals[name].rows} amount={money(totals[name].commission)} />
          ))}
          {totals.similar.rows > 0 && (
            <Line
              label="Similar to sales that are there"
              rows={totals.similar.rows}
              amount={money(totals.similar.commission)}
            />
          )}
          <Line label="All rows that were read" rows={all.rows} amount={money(all.commission)} isSum />
          {fileTotal !== null && <Line label="The file’s own total" amount={money(fileTotal)} />}
        </tbody>
      </table>
      {fileTotal !== null && (
        <p className={`mt-2 text-sm font-medium ${isEqual ? 'text-good-deep' : 'text-alert-deep'}`}>
          {isEqual
            ? 'The rows add up to the file’s own total.'
            : `The rows differ from the file’s own total by ${money(Math.abs(all.commission - fileTotal))}.`}
        </p>
      )}
      {unattributed.rows > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {formatCount(unattributed.rows)} of these rows ({money(unattributed.commission)}){' '}
          {unattributed.rows === 1 ? 'names' : 'name'} no placement of this site. You can assign{' '}
          {unattributed.rows === 1 ? 'it' : 'them'} by rules.
        </p>
      )}
    </section>
  )
}

function Line({ label, rows, amount, isSum }: { label: string; rows?: number; amount: string; isSum?: boolean }) {
  return (
    <tr className={isSum ? 'border-t border-line font-semibold' : ''}>
      <th scope="row" className="py-1.5 pr-2 text-left font-[inherit]">
        {label}
      </th>
      <td className="py-1.5 text-right tabular-nums">{rows === undefined ? '' : formatCount(rows)}</td>
      <td className="py-1.5 pl-4 text-right whitespace-nowrap tabular-nums">{amount}</td>
    </tr>
  )
}

const notRead = (rejected: number) => (rejected === 1 ? 'was not read' : 'were not read')

function Rejected({ plan: { rejected, rejectedRows }, isDone }: { plan: ImportPlan; isDone: boolean }) {
  return (
    <details className="rounded-card border border-line bg-white p-4 text-sm" open={rejected <= 10}>
      <summary className="cursor-pointer font-semibold">
        {rejected === 1 ? '1 row' : `${formatCount(rejected)} rows`} {isDone ? notRead(rejected) : 'cannot be read'}
      </summary>
      <ul className="mt-2 max-h-60 space-y-1 overflow-auto">
        {rejectedRows.map(({ row, reason }) => (
          <li key={row} className="wrap-anywhere">
            <span className="font-medium">Row {formatCount(row)}:</span> {reason}
          </li>
        ))}
      </ul>
      {rejected > rejectedRows.length && <p className="mt-2">These are the first {rejectedRows.length}.</p>}
    </details>
  )
}

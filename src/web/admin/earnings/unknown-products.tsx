import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnknownProduct } from '../../../contract/shop/earning-rules.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { unknownProductsQuery } from '../../data/owner/earnings.ts'
import { formatCount } from '../analytics/formats.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { AssignDialog } from './assign-dialog.tsx'

/** Lines that are shown before the owner wants to see all. */
const FIRST = 5

/** SKUs of reports that the owner can say the product of. */
export function UnknownProducts() {
  const query = useQuery(unknownProductsQuery())
  const { data = [] } = query
  const [isWhole, setIsWhole] = useState(false)
  const [assigning, setAssigning] = useState<UnknownProduct>()
  if (data.length === 0)
    return <LoadFailure query={query}>The products of the reports could not be loaded.</LoadFailure>
  return (
    <>
      <h4 className="mt-5 mb-1 font-body text-sm font-semibold">Products of reports</h4>
      <p className="text-sm text-ink-soft">
        Sales whose SKU or ASIN is none of your products yet. Say which product it is, and they count in ‘By product’.
      </p>
      <ul aria-label="Products of reports" className="divide-y divide-line">
        {(isWhole ? data : data.slice(0, FIRST)).map((one) => (
          <li
            key={`${one.network} ${one.sku} ${one.currency}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {one.name ?? `SKU ${one.sku}`}
              </p>
              <p className="text-ink-soft wrap-anywhere">
                {one.name && `SKU ${one.sku} · `}
                {networks[one.network].label} · {formatCount(one.sales)} {one.sales === 1 ? 'sale' : 'sales'} ·{' '}
                {formatMoney(one.earned, one.currency)}
              </p>
            </div>
            <ToolButton onClick={() => setAssigning(one)}>
              Assign<span className="sr-only"> SKU {one.sku}</span>
            </ToolButton>
          </li>
        ))}
      </ul>
      {data.length > FIRST && (
        <ToolButton onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(data.length)}`}
        </ToolButton>
      )}
      {assigning && (
        <AssignDialog
          group={{ kind: 'sku', network: assigning.network, value: assigning.sku }}
          productName={assigning.name}
          onClose={() => setAssigning(undefined)}
        />
      )}
    </>
  )
}

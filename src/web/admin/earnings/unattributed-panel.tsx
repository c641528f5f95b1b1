import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EarningRule, UnattributedGroup } from '../../../contract/shop/earning-rules.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { submission } from '../../data/mutations.ts'
import { earningRulesQuery, UNATTRIBUTED_PAGE, unattributedQuery, useDeleteRule } from '../../data/owner/earnings.ts'
import { toast } from '../../lib/toast.ts'
import { formatCount } from '../analytics/formats.ts'
import { PageButtons } from '../kit/page-buttons.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { nameGroup } from './name-group.ts'
import { UnknownProducts } from './unknown-products.tsx'

/** Sales of all times that belong to no place yet, and the rules that attribute others. */
export function UnattributedPanel() {
  const [chosen, setPage] = useState(1)
  const { data: { items: groups, total } = { items: [], total: 0 } } = useQuery(unattributedQuery(chosen))
  const pages = Math.max(1, Math.ceil(total / UNATTRIBUTED_PAGE))
  // Assigning the last ones of a page leaves it empty.
  const page = Math.min(chosen, pages)
  if (chosen !== page && total > 0) setPage(page)
  const { data: rules = [] } = useQuery(earningRulesQuery())
  const [assigning, setAssigning] = useState<UnattributedGroup>()
  return (
    <Panel
      title="Unattributed sales"
      description="Sales of all times whose report names no placement of this site. Assign a tracking ID or sub-id to a post or a product; past sales follow at once."
    >
      {total === 0 ? (
        <p className="text-sm text-ink-soft">Every sale belongs to a place.</p>
      ) : (
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <li
              key={`${group.kind} ${group.network} ${group.value} ${group.currency}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold wrap-anywhere">{nameGroup(group)}</p>
                <p className="text-ink-soft">
                  {networks[group.network].label} · {formatCount(group.sales)} {group.sales === 1 ? 'sale' : 'sales'} ·{' '}
                  {formatMoney(group.earned, group.currency)}
                </p>
              </div>
              {group.kind !== null && (
                <ToolButton onClick={() => setAssigning(group)}>
                  Assign<span className="sr-only"> {nameGroup(group)}</span>
                </ToolButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <PageButtons label="Pages of unattributed sales" {...{ page, pages }} onChange={setPage} />
      <UnknownProducts />
      {rules.length > 0 && <Rules rules={rules} />}
      {assigning && <AssignDialog group={assigning} onClose={() => setAssigning(undefined)} />}
    </Panel>
  )
}

function Rules({ rules }: { rules: EarningRule[] }) {
  const { mutate, isPending } = useDeleteRule()
  return (
    <>
      <h4 className="mt-5 mb-1 font-body text-sm font-semibold">Rules</h4>
      <ul className="divide-y divide-line">
        {rules.map((rule) => (
          <li key={rule.id} className="flex items-center justify-between gap-3 py-1.5 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {nameGroup(rule)} ({networks[rule.network].label}) {rule.kind === 'sku' ? 'is' : 'belongs to'}{' '}
              {rule.postId === null ? 'product' : 'post'} ‘{rule.name}’
            </span>
            <IconButton
              label={`Delete the rule for ${rule.value}`}
              danger
              disabled={isPending}
              onClick={() =>
                mutate(submission({ params: { id: rule.id } }), {
                  onError: (error) => toast({ title: 'Error', description: messageOf(error), variant: 'destructive' }),
                })
              }
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type EarningAccount, type FetchedNetwork, fetchedNetworks } from '../../../contract/shop/earning-accounts.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { submission } from '../../data/mutations.ts'
import { earningAccountsQuery, useDeleteEarningAccount } from '../../data/owner/earning-accounts.ts'
import { jobsQuery, useRunJob } from '../../data/owner/jobs.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { AccountDialog } from './account-dialog.tsx'

/** The accounts at networks from which sales are fetched each night. */
export function AccountsPanel() {
  const query = useQuery(earningAccountsQuery())
  const [edited, setEdited] = useState<FetchedNetwork>()
  const [removed, setRemoved] = useState<FetchedNetwork>()
  const accounts = new Map(query.data?.map((account) => [account.network, account]))
  return (
    <Panel
      title="Accounts"
      description="Sales of the last 90 days are fetched each night from the networks that you connect."
      className="mt-5"
    >
      <LoadFailure query={query}>The accounts could not be loaded.</LoadFailure>
      {query.data && (
        <ul aria-label="Accounts" className="divide-y divide-line">
          {fetchedNetworks.map((network) => (
            <AccountItem
              key={network}
              network={network}
              account={accounts.get(network)}
              onEdit={() => setEdited(network)}
              onRemove={() => setRemoved(network)}
            />
          ))}
        </ul>
      )}
      {accounts.size > 0 && <FetchButton />}
      {edited && <AccountDialog network={edited} account={accounts.get(edited)} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveDialog network={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}

type ItemProps = {
  network: FetchedNetwork
  account: EarningAccount | undefined
  onEdit: () => void
  onRemove: () => void
}

function AccountItem({ network, account, onEdit, onRemove }: ItemProps) {
  const { moment } = useDates()
  const { label } = networks[network]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{label}</p>
        <p className="text-ink-soft wrap-anywhere">
          {account ? `Account ${account.accountId} · ${resultOf(account, moment)}` : 'Not connected'}
        </p>
        {account?.error && <p className="text-alert-deep">{account.error}</p>}
        {account && account.waiting > 0 && (
          <p className="text-alert-deep">
            {account.waiting === 1 ? 'A fetch waits' : `${account.waiting} fetches wait`} for you under Imports: its
            sales are not counted yet.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <ToolButton onClick={onEdit}>
          {account ? 'Edit' : 'Connect'}
          <span className="sr-only">: {label}</span>
        </ToolButton>
        {account && (
          <ToolButton tone="danger" onClick={onRemove}>
            Disconnect<span className="sr-only">: {label}</span>
          </ToolButton>
        )}
      </div>
    </li>
  )
}

function resultOf({ triedAt, error, sales }: EarningAccount, moment: (time: string) => string): string {
  if (triedAt === null) return 'not fetched yet'
  if (error !== null) return `failed on ${moment(triedAt)}`
  return `${sales ?? 0} ${sales === 1 ? 'sale' : 'sales'} on ${moment(triedAt)}`
}

/** The accounts and the imports follow when the job is done. */
function FetchButton() {
  const run = useRunJob()
  const queryClient = useQueryClient()
  const { data: jobs } = useQuery(jobsQuery())
  const isBusy = run.isPending || (jobs ?? []).some(({ name, state }) => name === 'fetch-sales' && state !== 'waiting')
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void queryClient.invalidateQueries({ queryKey: ['owner'] })
    wasBusy.current = isBusy
  }, [isBusy, queryClient])
  const handleClick = () =>
    run.mutate(submission({ params: { name: 'fetch-sales' as const } }), {
      onSuccess: (next) => queryClient.setQueryData(jobsQuery().queryKey, next),
    })
  return (
    <ToolButton className="mt-3" aria-disabled={isBusy} onClick={isBusy ? undefined : handleClick}>
      {isBusy ? 'Fetching…' : 'Fetch now'}
    </ToolButton>
  )
}

function RemoveDialog({ network, onClose }: { network: FetchedNetwork; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteEarningAccount()
  return (
    <ConfirmDialog
      isOpen
      title={`Disconnect ${networks[network].label}?`}
      confirmLabel="Disconnect"
      isBusy={isPending}
      error={error && messageOf(error)}
      onConfirm={() => mutate(submission({ params: { network } }), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The token is deleted, and sales are not fetched any more. Sales that were fetched stay.</p>
    </ConfirmDialog>
  )
}

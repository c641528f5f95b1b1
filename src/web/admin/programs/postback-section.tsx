import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { NetworkName } from '../../../contract/shop/networks.ts'
import type { PostbackAddress } from '../../../contract/shop/postbacks.ts'
import type { Program } from '../../../contract/shop/programs.ts'
import { submission } from '../../data/mutations.ts'
import { postbackAddressQuery, useCreatePostbackAddress, useDeletePostbackAddress } from '../../data/owner/postbacks.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { CopiedField } from '../kit/copied-field.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'

type Change = 'replace' | 'remove'

/** Where the network of a program pushes its sales. Changes here are saved at once. */
export function PostbackSection({ program: { id, network } }: { program: Program }) {
  const headingId = useId()
  const query = useQuery(postbackAddressQuery(id))
  const create = useCreatePostbackAddress()
  const remove = useDeletePostbackAddress()
  const [change, setChange] = useState<Change>()
  const isBusy = create.isPending || remove.isPending
  const error = create.error ?? remove.error
  const input = () => submission({ params: { id } })
  const done = () => {
    setChange(undefined)
    toast(adminMessages.postbackAddressChanged(change))
  }
  const handleConfirm = () => (change === 'remove' ? remove : create).mutate(input(), { onSuccess: done })
  const { data } = query
  return (
    <section aria-labelledby={headingId} className="mt-5 rounded-lg border border-line p-4">
      <h3 id={headingId} className="text-base">
        Pushed sales
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        A network that can notify you of a sale sends it to an address of its own. The sale is pending in Earnings until
        a report confirms it.
      </p>
      <LoadFailure query={query}>The postback address could not be loaded.</LoadFailure>
      {data?.createdAt === null && (
        <ToolButton disabled={isBusy} onClick={() => create.mutate(input(), { onSuccess: done })}>
          {isBusy ? 'Creating...' : 'Create a postback address'}
        </ToolButton>
      )}
      {data && data.createdAt !== null && (
        <Address address={data} network={network} onChange={setChange} isBusy={isBusy} />
      )}
      {error && change === undefined && (
        <StatusMessage tone="error" className="mt-3">
          {messageOf(error)}
        </StatusMessage>
      )}
      <ConfirmDialog
        isOpen={change !== undefined}
        title={change === 'remove' ? 'Remove this address?' : 'Replace this address?'}
        confirmLabel={change === 'remove' ? 'Remove' : 'Replace'}
        isBusy={isBusy}
        error={error && messageOf(error)}
        onConfirm={handleConfirm}
        onClose={() => setChange(undefined)}
      >
        <p>
          The present address stops working at once.{' '}
          {change === 'replace' && 'Please enter the new one in the account of your network. '}
          Sales that were pushed to it stay.
        </p>
      </ConfirmDialog>
    </section>
  )
}

type AddressProps = {
  address: PostbackAddress
  network: NetworkName
  onChange: (change: Change) => void
  isBusy: boolean
}

function Address({ address: { url, usedAt }, network, onChange, isBusy }: AddressProps) {
  const dates = useDates()
  return (
    <div className="space-y-3 text-sm">
      {url === null ? (
        <p>
          The key of this site has changed, so that the address cannot be shown. It still works until you replace it.
        </p>
      ) : (
        <CopiedField label="Postback address" value={url + (parameters[network] ?? generic)} />
      )}
      <p className="text-ink-soft">
        {network === 'awin'
          ? 'Enter it at Awin as the address of your transaction notifications, sent by POST.'
          : 'The words in braces stand for those of the network; put its own in their place.'}{' '}
        {usedAt === null ? 'No sale was pushed yet.' : `Last pushed sale: ${dates.moment(usedAt)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ToolButton disabled={isBusy} onClick={() => onChange('replace')}>
          Replace address
        </ToolButton>
        <ToolButton tone="danger" disabled={isBusy} onClick={() => onChange('remove')}>
          Remove address
        </ToolButton>
      </div>
    </div>
  )
}

const generic =
  '?click={sub_id}&tid={order_id}&amount={amount}&commission={commission}&currency={currency}&status={status}'

/** The query that follows the address, by network. */
const parameters: Partial<Record<NetworkName, string>> = {
  awin: '',
  impact:
    '?campaign_id={CampaignId}&action_id={ActionId}&status={Status}&payout={Payout}&amount={Amount}&currency={Currency}&subid1={SubId1}',
}

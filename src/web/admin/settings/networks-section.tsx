import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ConversionNetwork, NetworkInput, type NewNetwork } from '../../../contract/shop/conversions.ts'
import { submission } from '../../data/mutations.ts'
import { networksQuery, useCreateNetwork, useRevokeNetwork } from '../../data/owner/conversion-networks.ts'
import { useQueries } from '../../environment.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { CopiedField } from '../kit/copied-field.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PanelQuery } from './panel-query.tsx'

/** Who may report conversions: each network has a secret, which is shown once. */
export function NetworksSection() {
  const [created, setCreated] = useState<NewNetwork>()
  return (
    <Panel
      title="Conversion networks"
      description="An affiliate network or shop that reports sales to this site by itself. Each gets a secret of its own."
    >
      <NetworkForm onCreated={setCreated} />
      {created && <NewSecret network={created} onClose={() => setCreated(undefined)} />}
      <NetworkList />
    </Panel>
  )
}

function NetworkForm({ onCreated }: { onCreated: (network: NewNetwork) => void }) {
  const create = useCreateNetwork()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = NetworkInput.safeParse({ name })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    create.mutate(parsed.data, {
      onSuccess: (network) => {
        setName('')
        onCreated(network)
      },
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  }
  return (
    <form noValidate onSubmit={submit} className="mb-5 flex flex-wrap items-start gap-3">
      <TextField
        optional={false}
        label="Name of the network"
        className="min-w-0 grow basis-56"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
      <ToolButton type="submit" tone="primary" disabled={create.isPending} className="mt-6">
        {create.isPending ? 'Saving...' : 'Add network'}
      </ToolButton>
    </form>
  )
}

function NetworkList() {
  const networks = useQuery(networksQuery())
  return (
    <PanelQuery query={networks} errorText="The networks could not be loaded." height="h-16">
      {(data) => <Networks data={data} />}
    </PanelQuery>
  )
}

function Networks({ data }: { data: ConversionNetwork[] }) {
  const [chosen, setChosen] = useState<ConversionNetwork>()
  const revoke = useRevokeNetwork()
  const dates = useDates()
  if (data.length === 0) return <p className="text-sm text-ink-soft">No network reports conversions yet.</p>

  const confirm = (network: ConversionNetwork) =>
    revoke.mutate(submission({ params: { id: network.id } }), {
      onSuccess: () => {
        setChosen(undefined)
        toast(adminMessages.networkRevoked)
      },
    })
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {data.map((network) => (
          <li key={network.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {network.name}
              </p>
              <p className="text-sm text-ink-soft">
                Since {dates.day(network.createdAt)},{' '}
                {network.usedAt ? `last report ${dates.moment(network.usedAt)}` : 'nothing reported yet'}
              </p>
            </div>
            <ToolButton tone="danger" onClick={() => setChosen(network)}>
              Revoke
              <span className="sr-only"> {network.name}</span>
            </ToolButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== undefined}
        title="Revoke this network?"
        confirmLabel="Revoke"
        isBusy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => chosen && confirm(chosen)}
        onClose={() => {
          revoke.reset()
          setChosen(undefined)
        }}
      >
        <p>
          The secret of{' '}
          <strong dir="auto" className="wrap-anywhere">
            {chosen?.name}
          </strong>{' '}
          stops working at once and cannot be brought back. What it has reported stays.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Shows what a network needs to report conversions; its secret can be seen only this once. */
function NewSecret({ network, onClose }: { network: NewNetwork; onClose: () => void }) {
  const { data: site } = useQuery(useQueries().site())
  const origin = site?.origin ?? ''
  const postback = `${origin}/api/analytics/postback?secret=${network.secret}&linkId={sub_id}&revenue={amount}&conversionId={order_id}`
  return (
    <div role="status" className="mb-5 space-y-4 rounded-lg border border-accent bg-cream p-4 text-sm">
      <p>
        <strong>Copy this now.</strong> The secret of {network.name} is shown this once; only its fingerprint is stored.
      </p>
      <CopiedField label="Secret" value={network.secret} />
      <CopiedField label="Postback address" value={postback} />
      <p className="text-ink-soft">
        A network that can set a header sends <code>POST {origin}/api/analytics/conversion</code> with{' '}
        <code>Authorization: Bearer</code> and the secret, which is the safer way. One that cannot opens the postback
        address: put its own words in place of those in braces, and <code>manual</code> in place of{' '}
        <code>{'{sub_id}'}</code> where it has none.
      </p>
      <ToolButton onClick={onClose}>I have copied it</ToolButton>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { NewNetwork } from '../../../contract/shop/conversions.ts'
import { useQueries } from '../../environment.tsx'
import { CopiedField } from '../kit/copied-field.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

/** What a network needs to report, the only time that its secret can be seen. */
export function NewSecret({ network, onClose }: { network: NewNetwork; onClose: () => void }) {
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

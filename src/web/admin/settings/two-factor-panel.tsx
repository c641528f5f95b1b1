import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TwoFactor, TwoFactorSetup } from '../../../contract/accounts/two-factor.ts'
import { submission } from '../../data/mutations.ts'
import {
  twoFactorQuery,
  useBeginTwoFactor,
  useRenewRecoveryCodes,
  useTurnOffTwoFactor,
} from '../../data/owner/account.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from './panel-query.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { TwoFactorSetupDialog } from './two-factor-setup-dialog.tsx'

type Step =
  | { name: 'none' }
  | { name: 'begin' }
  | { name: 'scan'; setup: TwoFactorSetup }
  | { name: 'codes'; codes: string[] }
  | { name: 'renew' }
  | { name: 'turn-off' }

export function TwoFactorPanel() {
  const state = useQuery(twoFactorQuery())
  const [step, setStep] = useState<Step>({ name: 'none' })
  return (
    <Panel
      title="Two-step verification"
      description="A code from an app on your phone, asked for after the password. Whoever learns your password still cannot get in."
    >
      <PanelQuery query={state} height="h-10" errorText="The state of two-step verification could not be loaded.">
        {(current) => <State current={current} setStep={setStep} />}
      </PanelQuery>
      <Steps step={step} setStep={setStep} />
    </Panel>
  )
}

function State({ current, setStep }: { current: TwoFactor; setStep: (step: Step) => void }) {
  if (!current.isOn)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge tone="quiet">Off</StatusBadge>
        <ToolButton onClick={() => setStep({ name: 'begin' })}>Turn on</ToolButton>
      </div>
    )
  const left = current.recoveryCodesLeft
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusBadge tone="good">On</StatusBadge>
      <p className={`mr-auto text-sm ${left < 3 ? 'font-semibold text-alert-deep' : 'text-ink-soft'}`}>
        {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
      </p>
      <ToolButton onClick={() => setStep({ name: 'renew' })}>New recovery codes</ToolButton>
      <ToolButton tone="danger" onClick={() => setStep({ name: 'turn-off' })}>
        Turn off
      </ToolButton>
    </div>
  )
}

function Steps({ step, setStep }: { step: Step; setStep: (step: Step) => void }) {
  const begin = useBeginTwoFactor()
  const renew = useRenewRecoveryCodes()
  const turnOff = useTurnOffTwoFactor()
  const close = () => setStep({ name: 'none' })
  const showCodes = (codes: string[]) => setStep({ name: 'codes', codes })
  if (step.name === 'scan') return <TwoFactorSetupDialog setup={step.setup} onDone={showCodes} onClose={close} />
  if (step.name === 'codes') return <RecoveryCodesDialog codes={step.codes} onClose={close} />
  if (step.name === 'begin')
    return (
      <PasswordDialog
        title="Turn on two-step verification"
        confirmLabel="Continue"
        onClose={close}
        act={async (password) =>
          setStep({ name: 'scan', setup: await begin.mutateAsync(submission({ body: { password } })) })
        }
      >
        <p>
          You need an authenticator app, such as the one your password manager has. Once it is on, every other device is
          signed out.
        </p>
      </PasswordDialog>
    )
  if (step.name === 'renew')
    return (
      <PasswordDialog
        title="New recovery codes"
        confirmLabel="Make new codes"
        onClose={close}
        act={async (password) => showCodes((await renew.mutateAsync(submission({ body: { password } }))).recoveryCodes)}
      >
        <p>The codes that you have now stop working.</p>
      </PasswordDialog>
    )
  if (step.name === 'turn-off')
    return (
      <PasswordDialog
        title="Turn off two-step verification?"
        confirmLabel="Turn off"
        isDangerous
        onClose={close}
        act={async (password) => {
          await turnOff.mutateAsync(submission({ body: { password } }))
          close()
          toast(adminMessages.twoFactorOff)
        }}
      >
        <p>From then on your password alone is enough. Your recovery codes stop working.</p>
      </PasswordDialog>
    )
  return null
}

/** Shows the codes once, so it closes only with its own button. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [note, setNote] = useState('')
  const text = `Recovery codes for ${window.location.host}. Each works once.\n\n${codes.join('\n')}\n`
  const file = useMemo(() => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, [text])
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => setNote('Copied.'),
          () => setNote('The browser did not allow it. Please select and copy them.'),
        )
      : setNote('Copying needs https. Please select and copy them.')
  return (
    <Dialog
      isOpen
      title="Your recovery codes"
      size="small"
      onClose={() => setNote('Please keep the codes first, then choose “I have kept them”.')}
      footer={
        <ToolButton tone="primary" onClick={onClose}>
          I have kept them
        </ToolButton>
      }
    >
      <div className="space-y-4 text-[0.9375rem]">
        <p>Without your phone, each of these signs you in once. They are not shown again.</p>
        <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-cream px-4 py-3">
          {codes.map((code) => (
            <li key={code} className="font-mono tabular-nums">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <ToolButton onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" />
            Copy
          </ToolButton>
          <DownloadLink href={file} download="recovery-codes.txt">
            <Download aria-hidden="true" className="size-4" />
            Download
          </DownloadLink>
        </div>
        <p role="status" className="min-h-5 text-sm text-ink-soft">
          {note}
        </p>
      </div>
    </Dialog>
  )
}

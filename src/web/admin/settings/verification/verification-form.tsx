import type { EditableVerification } from '../../../../contract/accounts/verification.ts'
import { useSaveVerification } from '../../../data/owner/verification.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { useVersionedEdit, VersionedForm } from '../../kit/versioned-form.tsx'
import { FurtherTags } from './further-tags.tsx'
import { RootFiles } from './root-files.tsx'
import { ServiceTokens } from './service-tokens.tsx'
import { faultsOf, toDraft, toVerification } from './verification-draft.ts'

type VerificationFormProps = { current: EditableVerification; onSaved: (saved: EditableVerification) => void }

/** Edits the tags and files; a save is live at once. */
export function VerificationForm({ current, onSaved }: VerificationFormProps) {
  const edit = useVersionedEdit({
    current,
    onSaved,
    toDraft: ({ verification }: EditableVerification) => toDraft(verification),
    toBody: toVerification,
    faultsOf,
    save: useSaveVerification(),
    savedToast: adminMessages.verificationSaved,
    failedToast: adminMessages.verificationFailed,
  })
  const { base, draft, faults, change } = edit
  const part = { draft, faults, onChange: change }
  return (
    <VersionedForm
      edit={edit}
      label="Verification"
      leaveText="Your changes of the verification are not saved yet. They will be lost."
      conflictText="The verification was changed in another window. Yours is still here."
    >
      <ServiceTokens {...part} saved={base.verification} />
      <FurtherTags {...part} />
      <RootFiles {...part} email={base.email} />
    </VersionedForm>
  )
}

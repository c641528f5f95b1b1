import { findStepUp, type StepUp, stepUp, stepUpWithPasskey } from '../../../contract/accounts/step-up.ts'
import { signPasskeyChallenge } from '../passkey-login.ts'
import { ownerRead, ownerWrite } from './owner-call.ts'

/** Resolves once the session has been authenticated lately, which may take a dialog. Rejects where that is declined. */
export const requireStepUp = () => ownerRead(findStepUp)

export const sendStepUp = (body: StepUp) => ownerWrite(stepUp, { body })

/** Rejects with an Error whose message is a sentence for the user. */
export const sendPasskeyStepUp = async () => ownerWrite(stepUpWithPasskey, { body: await signPasskeyChallenge() })

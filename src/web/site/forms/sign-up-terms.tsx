import type { SignUpForm } from '../../../contract/audience/invitations.ts'
import { POLICY_LABEL, signUpKey, signUpLine } from '../../../contract/audience/sign-up-words.ts'
import { Link } from '../../lib/router.tsx'
import { useSite } from '../layout/use-site.tsx'

/** Says what a reader agrees to, with the key by which the server stores it. */
export function SignUpTerms({ form, invitation }: { form: SignUpForm; invitation: string }) {
  const { letterRhythm } = useSite()
  return (
    <p>
      {`${signUpLine(letterRhythm)} `}
      <Link href="/privacy-policy">{POLICY_LABEL}</Link>
      <input type="hidden" name="terms" value={signUpKey(form, invitation, letterRhythm)} />
    </p>
  )
}

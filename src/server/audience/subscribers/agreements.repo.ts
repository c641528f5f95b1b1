import { invitations, type SignUpForm } from '../../../contract/audience/invitations.ts'
import { signUpKey, signUpWords } from '../../../contract/audience/sign-up-words.ts'
import type { Consent } from '../../../contract/audience/subscriber-list.ts'
import { policyVersion } from '../../accounts/policy-versions/policy-versions.repo.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A sign-up keeps this of the form that it was made with. */
export type Agreement = Omit<Consent, 'act' | 'at'>

export const FORM_SOURCE = 'Newsletter form of the site'
/** That of every page. */
const LANGUAGE = 'en'
const UNKNOWN = 'The words of the form are not known: it was none of this site, or had others than now.'

/** The words that a form showed, found by their key, on the page with a path. */
export async function readAgreement(
  db: Db,
  { terms, page }: { terms: string | undefined; page: string | null },
): Promise<Agreement> {
  const rhythm = (await readSettings(db)).settings.newsletterRhythm
  const form = (Object.keys(invitations) as SignUpForm[]).find(
    (one) => signUpKey(one, invitations[one], rhythm) === terms,
  )
  if (!form) return { source: FORM_SOURCE, text: UNKNOWN, form: null, page, language: null, policy: null }
  return {
    source: FORM_SOURCE,
    text: signUpWords(invitations[form], rhythm),
    form,
    page,
    language: LANGUAGE,
    policy: await policyVersion(db),
  }
}

import type { FormResponse } from '../../../contract/platform/form-response.ts'
import { type Environment, useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'

/** The server's response to a form without JavaScript, on the page that it was posted to. */
export function useFormResponse(): FormResponse | undefined {
  const { formResponse } = useEnvironment()
  const { pathname } = useRouter()
  return formResponse && `${pathname}/`.startsWith(`/${formResponse.form.replace('-link', '')}/`)
    ? formResponse
    : undefined
}

/** Drops the response, and what the page says about it outside of the form, once scripts send the form again. */
export function dropFormResponse(environment: Environment): void {
  delete environment.formResponse
  // The summary is HTML of the server, and nothing renders the title again.
  document.getElementById('errors')?.closest('section')?.remove()
  document.title = document.title.replace(/^Error: /, '')
}

/** The id of a field of a rejected form, which the summary of its errors links to. */
export const fieldId = (form: FormResponse['form'], name: string | undefined) => `${form}-${name}`

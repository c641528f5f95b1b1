import { formErrors } from '../../../contract/platform/form-response.ts'
import { fieldId, useFormResponse } from './form-response.ts'

/** Lists the errors of a form that was sent without JavaScript before the page that shows it again, with links to the fields. */
export function ErrorSummary() {
  const response = useFormResponse()
  const errors = response ? formErrors(response) : []
  if (!response || errors.length === 0) return null
  return (
    <section aria-labelledby="errors" className="column max-w-text pt-8">
      <div className="rounded-card border-2 border-alert-deep bg-white px-5 py-4">
        <h2 id="errors" className="text-22 font-semibold">
          There is a problem
        </h2>
        <ul className="mt-2 space-y-1 text-15 font-medium text-alert-deep">
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path ? (
                <a href={`#${fieldId(response.form, path)}`} className="underline underline-offset-4">
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

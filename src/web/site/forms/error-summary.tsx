import { type FormResponse, formErrors } from '../../../contract/platform/form-response.ts'
import { fieldId, useFormResponse } from './form-response.ts'

/**
 * Lists the errors of a form that was sent without JavaScript before the page that shows it again, with links to the fields. The
 * browser keeps the HTML of the server and needs no script for it.
 */
export function ErrorSummary() {
  const response = useFormResponse()
  if (!response) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty constant, which hydration does not write
  const kept = <div suppressHydrationWarning dangerouslySetInnerHTML={unchanged} />
  return import.meta.env.SSR ? <Summary {...response} /> : kept
}

const unchanged = { __html: '' }

function Summary(response: FormResponse) {
  const errors = formErrors(response)
  return <div>{errors.length > 0 && <ErrorList form={response.form} errors={errors} />}</div>
}

type ErrorListProps = Pick<FormResponse, 'form'> & { errors: ReturnType<typeof formErrors> }

function ErrorList({ form, errors }: ErrorListProps) {
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
                <a href={`#${fieldId(form, path)}`} className="underline underline-offset-4">
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

import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../data/api.ts'
import { useSetup } from '../../data/mutations.ts'
import { useQueries } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { storeUser } from '../../lib/stored-user.ts'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from '../forms/field.tsx'
import { useFormResponse } from '../forms/form-response.ts'
import { usePublicForm } from '../forms/use-public-form.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'

/** The owner of a new site creates the first account, with the link that the first start printed. */
export function SetupPage() {
  const { brand } = useSite()
  const { query } = useRouter()
  const rejected = useFormResponse()
  const token = query.get('token') ?? rejected?.values.token
  return (
    <Container className="grid grow place-items-center py-12 md:py-24">
      <Head
        title={`Set up | ${brand}`}
        description="Make the account of this site"
        path="/setup"
        robots="noindex, nofollow"
      />
      <div className="w-full max-w-md rounded-card border border-line bg-white p-6 shadow-card sm:p-10">
        <h1 className="text-center title-3">Welcome</h1>
        {token ? (
          <>
            <p className="mt-3 mb-8 text-center text-ink-soft">Choose how you sign in to your new site.</p>
            <SetupForm token={token} />
          </>
        ) : (
          <p className="mt-3 text-center text-ink-soft">
            The address of this page ends with a token. The whole link stands in the output of the server’s last start.
          </p>
        )}
      </div>
    </Container>
  )
}

function SetupForm({ token }: { token: string }) {
  const setup = useSetup()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const { navigate } = useRouter()
  const { formProps, fieldProps, isSubmitting, failure } = usePublicForm({
    form: 'setup',
    loadSchema: async () => (await import('../../../contract/accounts/account.ts')).SetupInput,
    send: setup,
    onSent: ({ user }) => {
      storeUser(user)
      queryClient.setQueryData(queries.user().queryKey, user)
      navigate('/admin', { replace: true })
    },
    onFailed: (error) => ({ message: (error instanceof ApiError && error.body.message) || error.message }),
  })
  return (
    <form {...formProps} aria-label="Set up" className="space-y-5">
      {failure && <StatusMessage tone="error" {...failure} />}
      <input type="hidden" name="token" defaultValue={token} />
      <Field {...fieldProps('username')} label="Username" autoComplete="username" />
      <div>
        <Field {...fieldProps('password')} label="Password" type="password" autoComplete="new-password" />
        <p className="mt-2 text-15 text-ink-soft">12 characters or more; a sentence is good.</p>
      </div>
      <Button type="submit" size="large" disabled={isSubmitting} className="w-full">
        {isSubmitting ? 'Saving...' : 'Make my account'}
      </Button>
    </form>
  )
}

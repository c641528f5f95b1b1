import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogin } from '../../data/mutations.ts'
import { useQueries } from '../../environment.tsx'
import { copy } from '../../lib/copy.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import { useRouter } from '../../lib/router.tsx'
import { isUser, storeUser } from '../../lib/stored-user.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Field } from '../../ui/field.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.ts'

export function LoginPage() {
  const { brand } = useSite()
  const { query, navigate } = useRouter()
  const target = redirectTarget(query.get('redirect'))
  const { data: user } = useQuery(useQueries().user())
  const isSignedIn = isUser(user)

  useEffect(() => {
    if (isSignedIn) navigate(target, { replace: true })
  }, [isSignedIn, target, navigate])

  return (
    <Container className="grid grow place-items-center py-12 md:py-24">
      <Head
        title={`Login | ${brand}`}
        description="Sign in to access the admin dashboard"
        path="/login"
        robots="noindex, nofollow"
      />
      <div className="w-full max-w-md rounded-card border border-line bg-white p-6 shadow-card sm:p-10">
        <h1 className="text-center text-4xl">Login</h1>
        <p className="mt-3 mb-8 text-center text-ink-soft">Sign in to access the admin dashboard</p>
        <LoginForm target={target} />
        <DemoHint />
      </div>
    </Container>
  )
}

function LoginForm({ target }: { target: string }) {
  const login = useLogin()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const { formProps, fieldProps, isSubmitting, message } = usePublicForm({
    form: 'login',
    loadSchema: async () => (await import('../../../contract/auth.ts')).LoginInput,
    send: login.mutateAsync,
    onSent: ({ user }) => {
      storeUser(user)
      toast(copy.loginDone)
      // The page leads on by itself once it knows the user.
      queryClient.setQueryData(queries.user().queryKey, user)
    },
    onFailed: (error) => toast(copy.loginFailed(error.message)),
  })
  return (
    <form
      {...formProps}
      action={`/login?${new URLSearchParams({ redirect: target })}`}
      aria-label="Login"
      className="space-y-5"
    >
      {message && <StatusMessage tone="error">{message}</StatusMessage>}
      <Field {...fieldProps('username')} label="Username" autoComplete="username" />
      <Field {...fieldProps('password')} label="Password" type="password" autoComplete="current-password" />
      <Button type="submit" size="large" disabled={isSubmitting} className="w-full">
        {isSubmitting ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

function DemoHint() {
  const { demoAccount } = useSite()
  if (!demoAccount) return null
  return (
    <p className="mt-8 rounded-lg bg-cream px-4 py-3 text-center text-sm text-ink-soft">
      Default admin credentials:
      <br />
      <strong className="text-ink">{demoAccount.username}</strong> /{' '}
      <strong className="text-ink">{demoAccount.password}</strong>
    </p>
  )
}

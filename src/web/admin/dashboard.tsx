import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/auth.ts'
import { useLogout } from '../data/mutations.ts'
import { useQueries } from '../environment.tsx'
import { copy } from '../lib/copy.ts'
import { clearStoredUser } from '../lib/stored-user.ts'
import { toast } from '../lib/toast.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Container } from '../ui/container.tsx'

export function Dashboard({ user }: { user: User }) {
  return (
    <main id="main" tabIndex={-1}>
      <Container className="py-8 md:py-10">
        <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-b border-line pb-6">
          <div>
            <h1 className="text-3xl md:text-4xl">Admin Dashboard</h1>
            <p className="mt-1 text-sm text-ink-soft">
              Signed in as <strong className="text-ink">{user.name || user.username}</strong>
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/" variant="secondary" size="small">
              View Site
            </ButtonLink>
            <LogoutButton />
          </div>
        </header>
      </Container>
    </main>
  )
}

function LogoutButton() {
  const logout = useLogout()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const handleClick = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        clearStoredUser()
        toast(copy.logoutDone)
        queryClient.setQueryData(queries.user().queryKey, null)
      },
      onError: (error) => toast(copy.logoutFailed(error.message)),
    })
  return (
    <Button size="small" disabled={logout.isPending} onClick={handleClick}>
      Log out
    </Button>
  )
}

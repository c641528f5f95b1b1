import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useLogout } from '../data/owner/account.ts'
import { useQueries } from '../environment.tsx'
import { copy } from '../lib/copy.ts'
import { clearStoredUser } from '../lib/stored-user.ts'
import { toast } from '../lib/toast.ts'
import { ToolButton } from './kit/tool-button.tsx'

export function LogoutButton({ onDone }: { onDone: () => void }) {
  const logout = useLogout()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const handleClick = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        clearStoredUser()
        onDone()
        toast(copy.logoutDone)
        // The next user of this browser must not find cached data of the owner.
        queryClient.removeQueries({ queryKey: ['owner'] })
        queryClient.setQueryData(queries.user().queryKey, null)
      },
      onError: (error) => toast(copy.logoutFailed(error.message)),
    })
  return (
    <ToolButton disabled={logout.isPending} onClick={handleClick}>
      <LogOut aria-hidden="true" className="size-4 max-sm:hidden" />
      Log out
    </ToolButton>
  )
}

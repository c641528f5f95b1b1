import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useLogout } from '../data/owner/account.ts'
import { useQueries } from '../environment.tsx'
import { copy } from '../lib/copy.ts'
import { clearStoredUser } from '../lib/stored-user.ts'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from './kit/confirm-dialog.tsx'
import { messageOf } from './kit/server-errors.ts'
import { ToolButton } from './kit/tool-button.tsx'
import { isUnfinished } from './upload/upload-item.ts'
import { uploadQueue } from './upload/upload-queue.ts'

export function LogoutButton({ onDone }: { onDone: () => void }) {
  const logout = useLogout()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const [isAsking, setIsAsking] = useState(false)
  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        clearStoredUser()
        uploadQueue.discard()
        onDone()
        toast(copy.logoutDone)
        // The next user of this browser must not find cached data of the owner.
        queryClient.removeQueries({ queryKey: ['owner'] })
        queryClient.setQueryData(queries.user().queryKey, null)
      },
      onError: (error) => toast(copy.logoutFailed(messageOf(error))),
    })
  const handleClick = () => (uploadQueue.items().some(isUnfinished) ? setIsAsking(true) : leave())
  return (
    <>
      <ToolButton disabled={logout.isPending} onClick={handleClick}>
        <LogOut aria-hidden="true" className="size-4 max-sm:hidden" />
        Log out
      </ToolButton>
      <ConfirmDialog
        isOpen={isAsking}
        title="Stop the uploads?"
        confirmLabel="Log out"
        isBusy={logout.isPending}
        onConfirm={leave}
        onClose={() => setIsAsking(false)}
      >
        <p>Pictures that are not uploaded yet are removed from this browser.</p>
      </ConfirmDialog>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { refreshOwnerData } from '../data/owner/refresh.ts'
import { toast } from '../lib/toast.ts'
import { adminMessages } from './kit/admin-messages.ts'
import { ToolButton } from './kit/tool-button.tsx'

/** Refetches all data of the dashboard. */
export function RefreshButton() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const handleClick = () => {
    setIsBusy(true)
    refreshOwnerData(queryClient)
      .then(
        () => toast(adminMessages.dataRefreshed),
        () => toast(adminMessages.refreshFailed),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <ToolButton disabled={isBusy} onClick={handleClick}>
      <RefreshCw aria-hidden="true" className={`size-4 max-sm:hidden ${isBusy ? 'animate-spin' : ''}`} />
      Refresh Data
    </ToolButton>
  )
}

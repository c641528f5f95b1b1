import { useQuery, useQueryClient } from '@tanstack/react-query'
import { verificationQuery } from '../../../data/owner/verification.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { VerificationForm } from './verification-form.tsx'

/** Proofs that the site is the owner's: tags of the home page, and files at the root. */
export function VerificationSection() {
  const verification = useQuery(verificationQuery())
  const queryClient = useQueryClient()
  if (verification.isPending)
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">Loading the verification…</span>
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    )
  return (
    <>
      <LoadFailure query={verification}>The verification could not be loaded.</LoadFailure>
      {verification.data && (
        <VerificationForm
          current={verification.data}
          onSaved={(saved) => queryClient.setQueryData(verificationQuery().queryKey, saved)}
        />
      )}
    </>
  )
}

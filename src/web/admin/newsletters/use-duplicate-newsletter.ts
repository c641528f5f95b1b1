import { submission } from '../../data/mutations.ts'
import { useDuplicatePost } from '../../data/owner/post-bulk.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { newsletterHref } from './newsletter-hrefs.ts'

/** Makes a draft with the text of a newsletter and opens it. */
export function useDuplicateNewsletter() {
  const { navigate } = useRouter()
  const duplication = useDuplicatePost()
  return {
    isBusy: duplication.isPending,
    run: (id: number) =>
      duplication.mutate(submission({ id, kind: 'newsletter' as const }), {
        onSuccess: (copy) => {
          toast(adminMessages.newsletterDuplicated)
          navigate(newsletterHref(copy.id))
        },
      }),
  }
}

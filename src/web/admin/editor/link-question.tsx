import { useQuery } from '@tanstack/react-query'
import { isLikelyAffiliate, linkHostOf } from '../../../contract/shop/affiliate-patterns.ts'
import type { LinkHosts } from '../../../contract/shop/link-hosts.ts'
import { submission } from '../../data/mutations.ts'
import { linkHostsQuery, useStateLinkHost } from '../../data/owner/programs.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import type { PostForm } from './post-form.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'
import { useSettled } from './use-settled.ts'

/** A question for each host whose links are likely affiliate links; until the owner responds, they are marked as such. */
export function LinkQuestion({ form }: { form: PostForm }) {
  const looking = useSettled(form, hostsOfLikelyAffiliates)
  const { data } = useQuery({ ...linkHostsQuery(), enabled: looking.length > 0 })
  const { mutate, isPending } = useStateLinkHost()
  const [host, ...others] = data ? unknownHosts(looking, data) : []
  if (host === undefined) return null
  const answer = (earns: boolean) => mutate(submission({ body: { host, earns } }))
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2 text-sm md:px-8"
    >
      <p className="min-w-0 grow wrap-anywhere">
        A link to {host} may be an affiliate link. Does this link earn? Until you answer, it is marked as one.
        {others.length > 0 && ` ${others.length} more to decide.`}
      </p>
      <ToolButton disabled={isPending} onClick={() => answer(true)}>
        Yes<span className="sr-only">, links to {host} earn</span>
      </ToolButton>
      <ToolButton disabled={isPending} onClick={() => answer(false)}>
        No<span className="sr-only">, links to {host} do not earn</span>
      </ToolButton>
    </div>
  )
}

/** The hosts of likely affiliate links, each once. */
export function hostsOfLikelyAffiliates(html: string): string[] {
  if (!/<a\b/i.test(html)) return []
  const links = [...parseHtmlFragment(html).querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  return [...new Set(links.flatMap((href) => (isLikelyAffiliate(href) ? (linkHostOf(href) ?? []) : [])))]
}

function unknownHosts(hosts: readonly string[], { earning, unpaid }: LinkHosts): string[] {
  const known = new Set([...earning, ...unpaid])
  return hosts.filter((host) => !known.has(host))
}

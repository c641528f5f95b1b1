import { useQuery } from '@tanstack/react-query'
import { postKeywordsQuery, useMergePostKeywords } from '../../data/owner/keywords.ts'
import { MergeNames } from '../kit/merge-names.tsx'

/** A button that merges a keyword of posts into another one; absent with fewer than two. */
export function MergeKeywords() {
  const { data = [] } = useQuery(postKeywordsQuery())
  return (
    <MergeNames thing="keyword" owners="posts" names={data} merge={useMergePostKeywords()}>
      {(name) => (
        <>
          All posts and templates with <strong>{name}</strong> get the other one, drafts and unpublished changes too.
          This cannot be undone.
        </>
      )}
    </MergeNames>
  )
}

/** Sentences of endpoints that are not declared with `endpoint` yet. */
export const legacyAuditText: Record<string, string> = {
  'POST /posts': 'Created post “…”',
  'PUT /posts/:id': 'Changed post “…”',
  'DELETE /posts/:id': 'Deleted post “…”',
  'POST /posts/:id/restore': 'Brought back post “…”',
  'POST /posts/:id/revisions/:revisionId/restore': 'Went back to an earlier version of post “…”',
  'POST /posts/delete': 'Deleted posts “…”',
  'POST /posts/restore': 'Brought back posts “…”',
}

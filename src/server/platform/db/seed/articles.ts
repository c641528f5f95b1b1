/** The bodies of the demo articles, by slug. */
export const articles: Record<string, string> = Object.fromEntries(
  Object.entries(import.meta.glob<string>('./articles/*.html', { query: '?raw', import: 'default', eager: true })).map(
    ([file, html]) => [file.slice('./articles/'.length, -'.html'.length), html],
  ),
)

/** Autodiscovery of the feed of letters. */
export function LetterFeedLinks() {
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title="Letters" href="/letters/feed.xml" />
      <link rel="alternate" type="application/feed+json" title="Letters (JSON)" href="/letters/feed.json" />
    </>
  )
}

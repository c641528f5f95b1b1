/** Autodiscovery of the feed of newsletters. */
export function NewsletterFeedLinks() {
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title="Newsletters" href="/letters/feed.xml" />
      <link rel="alternate" type="application/feed+json" title="Newsletters (JSON)" href="/letters/feed.json" />
    </>
  )
}

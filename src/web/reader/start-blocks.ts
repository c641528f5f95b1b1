import { keepServedHtml, POST_BODY } from '../lib/served-body.ts'

/** Starts the blocks of a post that do something. The client does so for a post that is opened in it. */
export function startBlocks(): void {
  const body = document.getElementById(POST_BODY)
  if (!body?.querySelector('[data-block^=compar], [data-embed]')) return
  keepServedHtml(body)
  import('../site/blog/live-blocks.ts').then(
    ({ startLiveBlocks }) => startLiveBlocks(body),
    // Pictures and links work without it.
    () => {},
  )
}

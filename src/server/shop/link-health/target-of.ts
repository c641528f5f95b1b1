/** Host and path of a URL: another target is another page. */
export function targetOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { hostname, pathname } = new URL(url)
  return hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '')
}

/** Whether a picture is on another site than the one at `origin`. In a file of its own, so that public pages carry none of it. */
export function isElsewhere(src: string, origin: string): boolean {
  if (!URL.canParse(src, origin)) return false
  const url = new URL(src, origin)
  return /^https?:$/.test(url.protocol) && url.host !== new URL(origin).host
}

/** Pictures that their hosts allow on no other site. Separate from the schemas, to keep zod out of readers' bundles. */

const refusedHosts =
  /^(?:https?:)?[/\\]{2}(?:[^/?#@]*@)?(?:[^/?#:]*\.)?(?:(?:(?:ssl-)?images-|media-)?amazon|amazon-adsystem)\.[a-z]{2,3}(?:\.[a-z]{2})?\.?(?=$|[:/?#])/i

export const REFUSED_PICTURE = 'Amazon does not allow its pictures on other sites. Please upload your own photo.'

/** Whether the address of a picture is on a host of Amazon. */
export function isRefusedPicture(url: string): boolean {
  return refusedHosts.test(url.trim())
}

/** The address of a picture as visitors get it; '' for one that may not be shown. */
export function shownPicture(url: string): string {
  return isRefusedPicture(url) ? '' : url
}

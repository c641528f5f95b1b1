/** Removes the control characters that XML 1.0 (2.2) forbids. */
export function legalXml(xml: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  return xml.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}

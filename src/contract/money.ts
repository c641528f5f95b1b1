/** Money travels as the text of a decimal, `"12.50"`, and is added up in whole minor units. */

/** The minor units of `12.5`, `"12.50"` or `"12"`; undefined for what is no amount with at most two decimals. */
export function minorOf(amount: number | string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(amount).trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

export function amountOf(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

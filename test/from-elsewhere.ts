/** Headers with a random IP address, so that no rate limit applies by accident. */
export function fromElsewhere(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

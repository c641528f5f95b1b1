/** A policy returns an object that sinks take like the string it stands for; the types of the DOM know strings alone. */
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }
type Policy = { createHTML(html: string): string }

declare global {
  var trustedTypes: TrustedTypes | undefined
}

let policy: Policy | undefined

/**
 * HTML for a sink such as `innerHTML`: the content security policy has browsers refuse strings that did not come through
 * here. For HTML that the server has sanitised, or that is parsed inertly; everything else is text.
 */
export function trustedHtml(html: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('dewlight', { createHTML: (trusted) => trusted })
  return policy ? policy.createHTML(html) : html
}
